#!/usr/bin/env python3
"""Finds use of API newer than the package's declared Apple platforms. Linux has no minimum OS version, so the
compiler there accepts such use in silence; a Mac would refuse it.

    python3 availability.py <package-root> <dir> [<dir>...]      after `swift build --build-tests` in the root

Three sources, all from the toolchain, so that nothing here is a list to keep up by hand:
  symbol graphs   which standard-library symbols (by USR) came in which OS version
  index store     which USR is referenced where: resolved by the compiler, so no false hits on equal names
  -dump-parse     the ranges of `@available`, `#available` and `#unavailable`, and newer language features
Exits 0: clean. 1: findings. 2: the check could not be done, which is never reported as clean.
"""
import bisect, concurrent.futures, ctypes as c, glob, json, os, re, subprocess, sys, tempfile

REQUIRED = ["Swift", "_Concurrency", "Synchronization", "Observation", "_StringProcessing"]
OPTIONAL = ["RegexBuilder", "Foundation", "FoundationEssentials", "Testing"]
PLATFORMS = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS"}
# Language features that need a newer runtime. They have no symbol, so the graphs do not know them. From the
# compiler's own messages: "isolated deinit is only available in …", "values in generic types are only …".
ISOLATED_DEINIT = dict(macOS=(15, 4), iOS=(18, 4), tvOS=(18, 4), watchOS=(11, 4), visionOS=(2, 4))
VALUE_GENERICS = dict.fromkeys(PLATFORMS.values(), (26, 0))


def stop(why):
    print(f"availability: could not check: {why}")
    sys.exit(2)


def run(*args, cwd=None):
    done = subprocess.run(args, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        stop(f"`{' '.join(args[:4])} …` failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def version(text):
    """«26», «26.0» and «26.0.0» are one version."""
    return tuple(([int(x) for x in text.split(".")] + [0, 0])[:2])


def text_of(v): return ".".join(map(str, v))


def newest_required(intro, declared):
    """The platforms on which a symbol is newer than the package's declared minimum."""
    found = {}
    for p, low in declared.items():
        v = intro.get(p) or intro.get("anyAppleOS")
        if not v and p == "visionOS" and "iOS" in intro:  # as the compiler does: iOS 17 is visionOS 1, 26 is 26
            major, minor = intro["iOS"]
            v = (major, minor) if major >= 26 else (major - 16, minor) if major >= 17 else (1, 0)
        if v and v > low:
            found[p] = v
    return found


# ---- which symbols are newer ------------------------------------------------------------------------------

def graph_symbols(declared):
    info = json.loads(run("swiftc", "-print-target-info"))
    newer, unsure, known = {}, {}, 0
    with tempfile.TemporaryDirectory() as out:
        for module in REQUIRED + OPTIONAL:
            # Synthesized members repeat inherited ones under USRs that no reference carries. All others carry
            # the availability of their extension and enclosing type already (verified: no member is older).
            args = ["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", out, "-skip-synthesized-members",
                    "-skip-inherited-docs", "-target", info["target"]["triple"]]
            args += [x for p in info["paths"]["runtimeLibraryImportPaths"] for x in ("-I", p)]
            if subprocess.run(args, capture_output=True).returncode and module in REQUIRED:
                stop(f"no symbol graph for {module}")
        files = glob.glob(out + "/*.symbols.json")
        for module in REQUIRED:  # an all-extension module writes only `_Concurrency@Swift.symbols.json`
            if not any(os.path.basename(f).startswith((module + ".", module + "@")) for f in files):
                stop(f"the symbol graph of {module} is missing")
        for file in files:
            for s in json.load(open(file))["symbols"]:
                intro = {a.get("domain"): version(text_of(a["introduced"].values()))
                         for a in s.get("availability", []) if "introduced" in a}
                usr, name = s["identifier"]["precise"], ".".join(s["pathComponents"])
                known += "macOS" in intro
                if newest_required(intro, declared):
                    newer[usr] = (name, intro)
                elif os.path.basename(file).startswith("Foundation") and intro.get("macOS") == (15, 0):
                    unsure[usr] = name  # Linux builds of Foundation stamp all later releases «macOS 15» too
    names = {n for n, _ in newer.values()}
    # A graph without availability would make every package clean: demand what is known to be there.
    if known < 1000 or declared.get("macOS", (99,)) < (26, 0) and not {"Observations", "Task.name", "InlineArray"} <= names:
        stop(f"the symbol graphs carry too little availability ({known} symbols with it, {len(newer)} newer)")
    return newer, unsure


# ---- which symbols are used where -------------------------------------------------------------------------

class Str(c.Structure):
    _fields_ = [("data", c.c_void_p), ("length", c.c_size_t)]
    def __str__(self): return c.string_at(self.data, self.length).decode() if self.length else ""

NAME_CB, PTR_CB = c.CFUNCTYPE(c.c_bool, c.c_void_p, Str), c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_void_p)
REFERENCE, DEFINITION, RECORD = 1 << 2, 1 << 1, 2


def index_library():
    bindir = os.path.dirname(os.path.realpath(run("which", "swiftc").strip()))
    found = glob.glob(os.path.join(bindir, "..", "lib", "libIndexStore.*"))
    if not found:
        stop("the toolchain has no libIndexStore")
    lib, P = c.CDLL(found[0]), c.c_void_p
    def declare(name, result, *args):
        f = getattr(lib, "indexstore_" + name); f.restype, f.argtypes = result, args
    declare("store_create", P, c.c_char_p, P)
    declare("store_units_apply_f", c.c_bool, P, c.c_uint, P, NAME_CB)
    declare("unit_reader_dependencies_apply_f", c.c_bool, P, P, PTR_CB)
    declare("record_reader_occurrences_apply_f", c.c_bool, P, P, PTR_CB)
    declare("unit_reader_get_modification_time", None, P, c.POINTER(c.c_int64), c.POINTER(c.c_int64))
    declare("occurrence_get_line_col", None, P, c.POINTER(c.c_uint), c.POINTER(c.c_uint))
    for kind in "unit", "record":
        declare(kind + "_reader_create", P, P, c.c_char_p, P)
        declare(kind + "_reader_dispose", None, P)
    for name in "unit_reader_get_main_file", "unit_reader_get_working_dir", "unit_dependency_get_name", "symbol_get_usr", "symbol_get_name":
        declare(name, Str, P)
    declare("unit_dependency_get_kind", c.c_int, P)
    declare("occurrence_get_symbol", P, P)
    declare("occurrence_get_roles", c.c_uint64, P)
    return lib


def occurrences(store_path, files):
    """{file: [(line, column, usr, name, roles)]}, from each file's newest unit."""
    lib = index_library()
    store = lib.indexstore_store_create(store_path.encode(), None)
    if not store:
        stop(f"no index store at {store_path}: run `swift build --build-tests` first")
    names, newest, wanted = [], {}, set(files)
    lib.indexstore_store_units_apply_f(store, 0, None, NAME_CB(lambda _, n: names.append(str(n)) or True))
    for name in names:
        unit = lib.indexstore_unit_reader_create(store, name.encode(), None)
        if not unit:
            continue
        main = os.path.join(str(lib.indexstore_unit_reader_get_working_dir(unit)), str(lib.indexstore_unit_reader_get_main_file(unit)))
        main = os.path.realpath(main)
        if main in wanted:
            s, ns, records = c.c_int64(), c.c_int64(), []
            lib.indexstore_unit_reader_get_modification_time(unit, c.byref(s), c.byref(ns))
            def dependency(_, d):
                if lib.indexstore_unit_dependency_get_kind(d) == RECORD:
                    records.append(str(lib.indexstore_unit_dependency_get_name(d)))
                return True
            lib.indexstore_unit_reader_dependencies_apply_f(unit, None, PTR_CB(dependency))
            when = s.value + ns.value / 1e9
            if when >= newest.get(main, (0,))[0]:
                newest[main] = (when, records)
        lib.indexstore_unit_reader_dispose(unit)
    found = {}
    for file, (when, records) in newest.items():
        if os.path.getmtime(file) > when + 1:
            stop(f"{file} is newer than its index: run `swift build --build-tests` first")
        rows, line, column = found.setdefault(file, []), c.c_uint(), c.c_uint()
        def occurrence(_, o):
            lib.indexstore_occurrence_get_line_col(o, c.byref(line), c.byref(column))
            symbol = lib.indexstore_occurrence_get_symbol(o)
            rows.append((line.value, column.value, str(lib.indexstore_symbol_get_usr(symbol)),
                         str(lib.indexstore_symbol_get_name(symbol)), lib.indexstore_occurrence_get_roles(o)))
            return True
        for record in records:
            reader = lib.indexstore_record_reader_create(store, record.encode(), None)
            if not reader:
                stop(f"the index record of {file} cannot be read")
            lib.indexstore_record_reader_occurrences_apply_f(reader, None, PTR_CB(occurrence))
            lib.indexstore_record_reader_dispose(reader)
    return found


# ---- what is guarded --------------------------------------------------------------------------------------

class Source:
    modules = None  # where `#if canImport(…)` finds the modules of the package

    def __init__(self, path):
        self.path, self.data = path, open(path, "rb").read()
        self.lines = [0] + [m.end() for m in re.finditer(b"\n", self.data)]
        self.guards, self.features = [], []  # (start, end, {platform: version}); (offset, name, {platform: version})
        # `[2 of Int]` is the one newer spelling that neither the index nor the dump shows: look for its text, with
        # comments and strings blanked (same length, so that offsets stay).
        blank = re.sub(rb'/\*.*?\*/|//[^\n]*|""".*?"""|"(?:\\.|[^"\\\n])*"', lambda m: re.sub(rb"[^\n]", b" ", m[0]), self.data, flags=re.S)
        self.features += [(m.start(), "[N of T] (InlineArray)", VALUE_GENERICS) for m in re.finditer(rb"\[\s*\w+\s+of\s+[\w(\[]", blank)]
        tree, problem = self.parse(path)
        if tree is None:
            # Swift 6.3 forgets a closing brace in the dump after `@Sendable (…)` in an expression, as in
            # `Lock<@Sendable () -> Void>()`. The attributes of types do not matter here: blank them, and try again.
            with tempfile.NamedTemporaryFile(suffix=".swift") as copy:
                copy.write(re.sub(rb"@(?!available\b)(isolated\(any\)|convention\(\w+\)|\w+\b(?!\())", lambda m: b" " * len(m[0]), self.data))
                copy.flush()
                tree, problem = self.parse(copy.name)
        if tree is None:
            stop(f"{path} could not be parsed: {problem}")
        self.walk(tree, 0, len(self.data))

    @classmethod
    def parse(cls, path):
        """The exit code does not count: parsing alone knows no types, and says so. The tree is complete."""
        done = subprocess.run(["swiftc", "-frontend", "-dump-parse", "-dump-ast-format", "json", "-swift-version", "6",
                               "-D", "DEBUG", "-D", "SWIFT_PACKAGE", "-I", cls.modules, path], capture_output=True, text=True)
        try:
            return json.loads(done.stdout), None
        except json.JSONDecodeError as e:
            return None, f"{e}\n{done.stderr[-2000:]}"

    def line(self, offset): return bisect.bisect_right(self.lines, offset)

    def guarded(self, offset):
        """The highest version per platform that the code at `offset` may count on."""
        have = {}
        for start, end, versions in self.guards:
            if start <= offset <= end:
                for platform, v in versions.items():
                    have[platform] = max(have.get(platform, v), v)
        return have

    def walk(self, node, start, end):
        if isinstance(node, list):
            for n in node:
                self.walk(n, start, end)
            self.variables(node)
            self.early_exits(node, end)
            return
        if not isinstance(node, dict):
            return
        kind, range_ = node.get("_kind"), node.get("range")
        if range_:
            start, end = range_["start"], range_["end"]
        if kind in ("if_stmt", "while_stmt"):
            self.branches(node, start)
        attrs = node.get("attrs") or []
        attrs = attrs if isinstance(attrs, list) else [attrs]
        versions = {a["domainIdentifier"]: version(a["introduced"]) for a in attrs
                    if a.get("_kind") == "available_attr" and "introduced" in a}
        if versions and range_:
            node["versions"] = versions
            self.guards.append((min([start] + [a["range"]["start"] for a in attrs if a.get("range")]), end, versions))
        if kind == "destructor_decl" and any(a.get("_kind") == "isolated_attr" for a in attrs):
            self.features.append((start, "isolated deinit", ISOLATED_DEINIT))
        if kind == "generic_type_param" and node.get("param_kind") == "value":
            self.features.append((start, "a value generic parameter", VALUE_GENERICS))
        # A top-level statement is wrapped on its own, yet a top-level `guard` holds for the rest of the file.
        inner = len(self.data) if kind in ("top_level_code_decl", "source_file") else end
        for key, child in node.items():
            if key not in ("range", "attrs"):
                self.walk(child, start, max(end, inner))

    def variables(self, nodes):
        """`@available` sits on the variable, whose range is its name; the type, value and body are its sibling's
        (at file level one wrapped as a top-level statement)."""
        for v in nodes:
            if isinstance(v, dict) and v.get("_kind") == "var_decl" and "versions" in v:
                for b in nodes:
                    if b.get("_kind") in ("pattern_binding_decl", "top_level_code_decl") and b["range"]["start"] <= v["range"]["start"] <= b["range"]["end"]:
                        self.guards.append((b["range"]["start"], b["range"]["end"], v["versions"]))

    @staticmethod
    def queries(node):
        """(positive, versions) per `#available`/`#unavailable` of a statement. The dump gives both one name;
        only `#available` must, and only it may, end in `*`."""
        for condition in node.get("conditions", []):
            if condition.get("_kind") == "#available":
                versions = {q["domain"]: version(q["version"]) for q in condition["queries"] if "version" in q}
                yield any(q["domain"] == "*" for q in condition["queries"]), versions

    def branches(self, node, start):
        body = node.get("then_stmt") or node.get("body")
        for positive, versions in self.queries(node):
            if positive:  # from the query on, so that later conditions of the same statement count as guarded
                self.guards.append((self.data.find(b"#available", start), body["range"]["end"], versions))
            elif node.get("else_stmt") and len(node["conditions"]) == 1:
                self.guards.append((node["else_stmt"]["range"]["start"], node["else_stmt"]["range"]["end"], versions))

    def early_exits(self, nodes, end):
        for n in nodes:
            if isinstance(n, dict) and n.get("_kind") == "guard_stmt":
                start, body = n["range"]["start"], n["body"]["range"]
                for positive, versions in self.queries(n):
                    if positive:
                        self.guards.append((self.data.find(b"#available", start), body["start"] - 1, versions))
                        self.guards.append((body["end"] + 1, end, versions))
                    elif len(n["conditions"]) == 1:
                        self.guards.append((body["start"], body["end"], versions))

    def has_code(self):
        """False for comments and imports alone, and for a file that is one `#if` from first to last line: what
        Linux leaves out cannot be seen here."""
        text = re.sub(rb"/\*.*?\*/|//[^\n]*", b"", self.data, flags=re.S)
        left = [l.strip() for l in text.splitlines() if l.strip() and not re.match(rb"\s*([@\w()]+\s+)*import\s", l)]
        return bool(left) and not (left[0].startswith(b"#if") and left[-1].startswith(b"#endif"))


# ---- main -------------------------------------------------------------------------------------------------

def main():
    if len(sys.argv) < 3:
        stop("usage: availability.py <package-root> <dir> [<dir>...]")
    root = os.path.realpath(sys.argv[1])
    package = json.loads(run("swift", "package", "dump-package", cwd=root))
    declared = {PLATFORMS[p["platformName"]]: version(p["version"]) for p in package["platforms"] if p["platformName"] in PLATFORMS}
    if not declared:
        stop("the package declares no Apple platform")
    files = []
    for d in sys.argv[2:]:
        here = [os.path.realpath(f) for f in glob.glob(os.path.join(root, d, "**", "*.swift"), recursive=True)]
        if not here:
            stop(f"no Swift file in {d}")
        files += here
    files = sorted(set(files))
    newer, unsure = graph_symbols(declared)
    build = run("swift", "build", "--show-bin-path", cwd=root).strip()
    Source.modules = os.path.join(build, "Modules")
    seen = occurrences(os.path.join(build, "index", "store"), files)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        sources = list(pool.map(Source, files))

    offset = lambda s, line, column: s.lines[line - 1] + column - 1
    # The package's own `@available` declarations are newer symbols too: Linux does not check their callers either.
    # A local inside `if #available` gets in as well, which is harmless: it is used only there.
    for s in sources:
        for line, column, usr, name, roles in seen.get(s.path, []) if s.guards else []:
            intro = s.guarded(offset(s, line, column)) if roles & DEFINITION else {}
            if newest_required(intro, declared):
                newer.setdefault(usr, (name, intro))

    findings, references, notes = {}, 0, []
    for s in sources:
        shown, found = os.path.relpath(s.path, root), [r for r in seen.get(s.path, []) if r[4] & REFERENCE]
        references += len(found)
        if not found and s.has_code():
            stop(f"{shown} has code but no indexed reference: run `swift build --build-tests` first, or it is in no target")
        if not found:
            notes.append(f"note: {shown}: nothing in it is compiled on this platform, so nothing was checked")
        uses = [(offset(s, r[0], r[1]), *newer[r[2]]) for r in found if r[2] in newer]
        notes += [f"note: {shown}:{r[0]}: uses {unsure[r[2]]}; Foundation on Linux does not say whether it is newer than macOS 15"
                  for r in found if r[2] in unsure]
        for at, name, intro in uses + s.features:
            have = s.guarded(at)
            missing = {p: v for p, v in newest_required(intro, declared).items()
                       if newest_required(have, {p: (0, 0)}).get(p, (0, 0)) < v}
            if missing:  # macOS first; on one line, what only iOS lacks is named as such
                p = next(iter(p for p in PLATFORMS.values() if p in missing))
                findings[(shown, s.line(at), name)] = f"{p} {text_of(missing[p])} (declared: {p} {text_of(declared[p])})"
    for note in dict.fromkeys(notes):
        print(note)
    for (shown, line, name), what in sorted(findings.items()):
        print(f"{shown}:{line}: uses {name}, introduced in {what}, unguarded")
    print(f"availability: {references} references in {len(files)} files checked against {len(newer)} newer symbols, {len(findings)} findings")
    sys.exit(1 if findings else 0)


main()
