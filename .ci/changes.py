"""How much the public API of a module has changed between two versions, from the lines of `.ci/api.py`.

The cases at the end of this file check the rules at each run of `.ci/version`.
"""

import re

NOTHING, ADDED, BREAKING = range(3)
MARK = r" \((required|default|open|(?:introduced|deprecated|obsoleted|unavailable) [^()]*)\)"
TYPE = r"(?:(?:@\S+|[a-z]+(?:\(\w+\))?) )*?(class|struct|enum|protocol|actor) (?!(?:func|var|let|subscript) )(\w+)"


def declarations(text):
    """The lines of a recorded API."""
    return {line for line in text.splitlines() if re.match(r"\S+: \S", line)}


def split(line):
    """A declaration, and the marks that .ci/api.py has written behind it."""
    marks = re.search(rf"(?:{MARK})*$", line)
    return line[: marks.start()], frozenset(match[1] for match in re.finditer(MARK, marks[0]))


def permits(old, new):
    """Whether a declaration with the new marks permits all that it permitted with the old ones."""

    def introduced(marks):
        found = (mark.split(" ") for mark in marks if mark.startswith("introduced "))
        return {domain: [int(part) for part in number.split(".")] for _, domain, number in found}

    def others(marks):
        return {mark for mark in marks if not mark.startswith(("introduced ", "deprecated "))}

    since = introduced(old)
    if any(since.get(domain, []) < number for domain, number in introduced(new).items()):
        return False
    lost, gained = others(old) - others(new), others(new) - others(old)
    if lost == {"required"} and "default" in gained:
        lost, gained = set(), gained - {"default"}
    return not lost and gained <= {"open"}


def types(lines):
    """The types among declarations, nested ones too: the kind of each path, which is "open class" for some classes."""
    found = {}
    for declaration, marks in map(split, lines):
        path, text = declaration.split(": ", 1)
        if match := re.match(TYPE, text):
            name = match[2] if path == "(top)" else f"{path}.{match[2]}"
            found[name] = "open class" if "open" in marks else match[1]
    return found


def changes(old, new):
    """How much the API of a module has changed, and the declarations whose change breaks code of users."""

    def grouped(lines):
        found = {}
        for declaration, marks in map(split, lines):
            found.setdefault(declaration, []).append(marks)
        return found

    before, after, kinds, broken = grouped(old), grouped(new), types(old), []
    for line in old - new:
        declaration, old_marks = split(line)
        if not any(permits(old_marks, new_marks) for new_marks in after.get(declaration, [])):
            broken.append(line)
    for line in new - old:
        declaration, new_marks = split(line)
        if any(permits(old_marks, new_marks) for old_marks in before.get(declaration, [])):
            continue
        path, text = declaration.split(": ", 1)
        is_case = kinds.get(path) == "enum" and re.match(r"(?:indirect )?case ", text)
        # A method that becomes a requirement calls implementations of users that it has not called before.
        is_call = "default" in new_marks and declaration in before
        is_duty = kinds.get(path) == "protocol" and (text.startswith("is a ") or "required" in new_marks or is_call)
        is_init = kinds.get(path) == "open class" and re.search(r"\brequired (?:\w+ )*init\b", text)
        if is_case or is_duty or is_init:
            broken.append(line)
    return (BREAKING if broken else ADDED if new - old or old - new else NOTHING), sorted(broken)


def type_name(line):
    """The type of a declaration, or its own name if it is at the top."""
    path, declaration = line.split(": ", 1)
    if path != "(top)":
        return path.split(".")[0]
    keyword = r"\b(?:class|struct|enum|protocol|actor|func|typealias|macro|var|let) "
    operator = r"[^\w\s`(]\S*(?= )"
    match = re.search(rf"{keyword}({operator}|[^\s<(:]+)", declaration) or re.search(r"(\w+|.+)", declaration)
    return match[1].strip("`")


# The cases


OLD = {
    "(top): @MainActor class Screen",
    "(top): @MainActor class Window (open)",
    "(top): func later() (introduced macOS 16.0.0)",
    "(top): enum Color",
    "(top): protocol Store : Disposable",
    "Color: case red",
    "Screen: func show()",
    "Screen: func hide() (open)",
    "Store: func send() (required)",
    "Store: func reset()",
    "Store: func pause() (default)",
    "Store: func pause()",
    "Window: protocol Frame",
    "Window: class Pane (open)",
    "Window: enum Size",
    "Window.Size: case small",
}
# What was removed and added, and what that is.
CASES = [
    ((), (), NOTHING),
    ((), ("Screen: func print()",), ADDED),
    ((), ("(top): enum Size", "Size: case small"), ADDED),
    ((), ("(top): protocol Shop", "Shop: func sell() (required)", "Shop: is a Sendable"), ADDED),
    ((), ("Screen: is a Swift.Sendable",), ADDED),
    (("Screen: func show()",), (), BREAKING),
    (("Screen: func show()",), ('Screen: func show(_: String = "")',), BREAKING),
    # Enums
    ((), ("Color: case blue",), BREAKING),
    ((), ("Color: indirect case mix(Color)",), BREAKING),
    ((), ("Window.Size: case large",), BREAKING),
    ((), ("Color: static let blue: Color",), ADDED),
    # Requirements
    ((), ("Store: func close() (required)",), BREAKING),
    ((), ("Window.Frame: func close() (required)",), BREAKING),
    ((), ("Store: func close() (default)", "Store: func close()"), ADDED),
    ((), ("Store: func close()",), ADDED),
    ((), ("Store: is a Swift.Sendable",), BREAKING),
    ((), ("Window.Frame: is a Swift.Sendable",), BREAKING),
    (("Store: func send() (required)",), ("Store: func send() (default)", "Store: func send()"), ADDED),
    (("Store: func send() (required)",), ("Store: func send()",), BREAKING),
    (("Store: func pause() (default)",), (), BREAKING),
    (("Store: func pause() (default)", "Store: func pause()"), ("Store: func pause() (required)",), BREAKING),
    (("Store: func reset()",), ("Store: func reset() (required)",), BREAKING),
    ((), ("Store: func reset() (default)",), BREAKING),
    # Open classes
    (("(top): @MainActor class Screen",), ("(top): @MainActor class Screen (open)",), ADDED),
    (("Screen: func hide() (open)",), ("Screen: func hide()",), BREAKING),
    ((), ("Window: @MainActor required convenience init()",), BREAKING),
    ((), ("Window.Pane: required init()",), BREAKING),
    ((), ("Window: convenience init()",), ADDED),
    ((), ("Screen: required init()",), ADDED),
    # Availability
    (("Screen: func show()",), ("Screen: func show() (deprecated *)",), ADDED),
    (("Screen: func show()",), ("Screen: func show() (introduced macOS 15.1.0)",), BREAKING),
    (("Screen: func show()",), ("Screen: func show() (obsoleted macOS 16.0.0)",), BREAKING),
    (("(top): func later() (introduced macOS 16.0.0)",), ("(top): func later() (introduced macOS 16.1.0)",), BREAKING),
    (("(top): func later() (introduced macOS 16.0.0)",), ("(top): func later() (introduced macOS 9.1.0)",), ADDED),
    (("Screen: func hide() (open)",), ("Screen: func hide() (open) (deprecated macOS 16.0.0)",), ADDED),
    (("Screen: func hide() (open)",), ("Screen: func hide() (deprecated *)",), BREAKING),
]
TYPE_NAMES = [
    ("Stack.Entry: let id: Int", "Stack"),
    ("(top): @MainActor func combine<each Input>()", "combine"),
    ("(top): func < (_: A, _: A) -> Bool", "<"),
    ("(top): func <~ <T>(_: T, _: T) -> T", "<~"),
    ("(top): var `default`: Int { get }", "default"),
    ("(top): precedencegroup Sum", "precedencegroup"),
]


def failed_changes():
    """The cases whose verdict is not the expected one."""
    failed = []
    for removed, added, expected in CASES:
        verdict = changes(OLD, OLD - set(removed) | set(added))[0]
        if verdict != expected:
            failed.append(f"{removed} -> {added}: {verdict}, and not {expected}")
    failed += [f"{line}: {type_name(line)}, and not {name}" for line, name in TYPE_NAMES if type_name(line) != name]
    return failed
