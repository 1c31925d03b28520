"""Makes and builds a copy of the package that contains all mutations."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORK = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / "mutations"
COPY = WORK / "copy"
TARGETS = ["KalugaArchitecture", "KalugaStores", "KalugaCoordinators", "KalugaTerminal"]
STRESS, REPORTS = NESTED = ["Tests/Stress", "Tests/FailureReports"]

SWITCH_NAME = "Mutated.swift"
# Added to each module, so that no import is needed. Inlinable, because inlinable code calls it.
SWITCH = """\
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@usableFromInline nonisolated let activeMutation =
  unsafe getenv("KALUGA_MUTATION").flatMap { unsafe Int(String(cString: $0)) } ?? 0

@inlinable nonisolated func mutated(_ number: Int) -> Bool { activeMutation == number }
"""


def write_if_changed(path, content):
    """Writes a file only if its content changes, so that unchanged files are not recompiled."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_package():
    """Copies the package unchanged. Mutated sources are in a separate folder, because tests read Sources."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    names = {name for name in names if name and (ROOT / name).exists()}
    links = {name for name in names if (ROOT / name).is_symlink()}
    for old in COPY.rglob("*"):
        name = str(old.relative_to(COPY))
        built = any(part.startswith(".build") for part in old.relative_to(COPY).parts)
        if (old.is_file() or old.is_symlink()) and not built and not name.startswith("Mutated/") and name not in names:
            old.unlink()
    for name in links:
        if not (COPY / name).is_symlink() or (COPY / name).readlink() != (ROOT / name).readlink():
            if (COPY / name).is_dir() and not (COPY / name).is_symlink():
                shutil.rmtree(COPY / name)
            (COPY / name).unlink(missing_ok=True)
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            (COPY / name).symlink_to((ROOT / name).readlink())
    for name in names - links:
        content = (ROOT / name).read_bytes()
        if name == "Package.swift":
            for target in map(str.encode, TARGETS):
                content = re.sub(
                    rb'(\.target\(name: "%s"(, dependencies: \[[^\]]*\])?)\)' % target,
                    rb'\1, path: "Mutated/%s")' % target, content)
        write_if_changed(COPY / name, content)
        (COPY / name).chmod((ROOT / name).stat().st_mode)


def write_mutated(files, drawn, numbers):
    """Writes the sources with the mutations. Line numbers are kept, so that errors lead to their mutation."""
    for old in (COPY / "Mutated").rglob("*.swift"):
        name = str(pathlib.Path("Sources") / old.relative_to(COPY / "Mutated"))
        if name not in files and old.name != SWITCH_NAME:
            old.unlink()
    by_file = {}
    for candidate in drawn:
        by_file.setdefault(candidate.path, []).append(candidate)
    for path, file in files.items():
        lines = file.source.split("\n")
        for c in by_file.get(path, []):
            line = lines[c.line - 1]
            text = c.text.replace("%d", str(numbers[c])).replace("§", line[c.start:c.end])
            lines[c.line - 1] = line[:c.start] + text + line[c.end:]
        write_if_changed(COPY / "Mutated" / pathlib.Path(path).relative_to("Sources"),
                         "\n".join(lines).encode())
    for target in TARGETS:
        write_if_changed(COPY / "Mutated" / target / SWITCH_NAME, SWITCH.encode())


def build(*arguments):
    """Builds the copy; returns the locations of errors, or None if the build succeeds."""
    run = subprocess.run(["swift", "build", *arguments], cwd=COPY, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    (WORK / "build.log").write_text(run.stdout)
    if run.returncode == 0:
        return None
    found = set(re.findall(r"/Mutated/(\S+?\.swift):(\d+):\d+: error:", run.stdout))
    if not found:
        sys.exit(run.stdout[-4000:] + "\nThe copy does not build, and not because of a mutation.")
    return {("Sources/" + path, int(line)) for path, line in found}


def build_mutations(files, pool, count, save):
    """Builds the copy, and replaces mutations that do not compile until all do."""
    while True:
        drawn = pool.draw(count)
        write_mutated(files, drawn, pool.numbers)
        errors = build("--target", TARGETS[-1]) or build("--build-tests")
        if errors is None:
            for package in NESTED:
                if build("--build-tests", "--package-path", package):
                    sys.exit(f"{package} does not build; see {WORK}/build.log")
            return drawn
        for path, line in errors:
            # The compiler reports some errors after the line of the mutation.
            near = [c for c in drawn if c.path == path]
            if not near:
                sys.exit(f"{path}:{line} does not compile, and has no mutation; see {WORK}/build.log")
            pool.dropped.add(min(near, key=lambda c: (c.line > line, abs(c.line - line))))
        save()
        print(f"{len(pool.dropped)} do not compile and are replaced", flush=True)


def test_binary(package="."):
    """Returns the path of the test binary of the copy, or of a nested package in it."""
    folder = subprocess.run(["swift", "build", "--show-bin-path", "--package-path", package], cwd=COPY,
                            check=True, capture_output=True, text=True).stdout.strip()
    return next(str(p) for p in sorted(pathlib.Path(folder).glob("*PackageTests.xctest")))
