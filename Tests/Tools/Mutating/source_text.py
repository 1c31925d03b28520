"""Distinguishes code in a Swift source from comments, string literals and inactive `#if` branches."""

import platform
import re


def masked(source):
    """Returns the source with comments as blanks and literals as underscores; all positions are kept."""
    out = list(source)
    i, n = 0, len(source)

    def blank(start, end, sign):
        for k in range(start, end):
            if out[k] != "\n":
                out[k] = sign

    def literal(i):
        """Skips the literal that begins at i, including interpolated expressions."""
        hashes = re.match(r"#*", source[i:]).group()
        i += len(hashes)
        quote = '"""' if source.startswith('"""', i) else '"'
        i += len(quote)
        while i < n and not source.startswith(quote + hashes, i):
            if source.startswith("\\" + hashes + "(", i):
                i += len(hashes) + 2
                depth = 1
                while depth:
                    if source[i] == '"':
                        i = literal(i)
                        continue
                    depth += {"(": 1, ")": -1}.get(source[i], 0)
                    i += 1
            elif source.startswith("\\" + hashes, i):
                i += len(hashes) + 2
            else:
                i += 1
        return i + len(quote + hashes)

    while i < n:
        if source.startswith("//", i):
            end = source.find("\n", i)
            end = n if end < 0 else end
            blank(i, end, " ")
        elif source.startswith("/*", i):
            end = source.find("*/", i) + 2
            blank(i, end, " ")
        elif re.match(r'#*"', source[i:i + 4]):
            end = literal(i)
            blank(i + 1, end - 1, "_")
        else:
            end = i + 1
        i = end
    return "".join(out)


def inactive_lines(lines):
    """Returns the lines that `#if` excludes from the build on this system."""
    here = {"canImport(Darwin)"} if platform.system() == "Darwin" else {
        "canImport(Glibc)", "canImport(FoundationEssentials)", "os(Linux)"}
    stack, result = [], set()  # for each `#if`: whether the branch is active, and whether one has been
    for number, line in enumerate(lines):
        word, _, condition = line.strip().partition(" ")
        if word == "#if":
            stack.append([condition in here] * 2)
        elif word in ("#elseif", "#else"):
            counts = not stack[-1][1] and (word == "#else" or condition in here)
            stack[-1] = [counts, stack[-1][1] or counts]
        elif word == "#endif":
            stack.pop()
        if not all(counts for counts, _ in stack):
            result.add(number)
    return result


def is_balanced(text):
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return False
    return depth == 0
