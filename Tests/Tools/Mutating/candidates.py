"""Finds the possible mutations of a file by matching patterns, without a Swift parser.

A pattern can match what is not a statement. Such a mutation does not compile and is dropped later.
"""

import bisect
import re
from collections import namedtuple

from .source_text import inactive_lines, is_balanced, masked

# `text` replaces the columns from `start` to `end`; in it, `§` is the original text and `%d` the mutation's number.
Candidate = namedtuple("Candidate", "path line kind start end text")


TYPE = re.compile(r"\b(struct|class|enum|extension|actor|protocol)\b(?! func)")
NO_STATEMENT = re.compile(
    r"(if|else|guard|for|while|repeat|switch|func|var|let|init|deinit|get|set|defer|do|catch|case|default"
    r"|subscript|import|public|private|fileprivate|package|static|final|override|lazy|weak|mutating"
    r"|preconditionFailure|precondition|assert|super\.init|self\.init|nonisolated)\b|[@#]")
CALL = re.compile(
    r"(_ = )?((try[?]?|await|unsafe) )*[A-Za-z_$][\w.$?!\[\]]*(\(.*\)|\([^()]*\)\.\w.*|(\(.*\))? \{ .* \})$")
ASSIGNMENT = re.compile(r"\(?[A-Za-z_$][\w.$?!\[\]:, ()-]*? (=|\+=|-=) [^=].*$")
JUMP = re.compile(r"(continue|return|throw .+)$")
# Without these, the code only takes longer, or releases an object earlier, which only a sanitizer could notice.
UNNOTICED = re.compile(r"[\w.]*reserveCapacity\(|extendLifetime\(|withExtendedLifetime\(")


TERNARY = re.compile(
    r"(?:(?<![=!<>])= |return |\(|: |^\s*)"
    r"([\w.$]+(?:\([\w.: ]*\))?(?: (?:[=!<>]=|[<>]) [\w.$]+)?) \? ")


class File:
    """One source file and its candidates for mutations."""

    def __init__(self, path, source):
        self.path = path
        self.source = source
        self.mask = masked(self.source)
        self.lines = self.mask.split("\n")
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line) + 1)
        self.skipped = inactive_lines(self.lines)
        self.candidates = []
        self.find_blocks()
        self.find_conditions()
        for number in range(len(self.lines)):
            self.find_statements(number)
            self.find_values(number)

    def add(self, kind, start, end, text):
        line = bisect.bisect_right(self.offsets, start) - 1
        if line in self.skipped or end > self.offsets[line + 1] - 1 or start >= end:
            return
        column = self.offsets[line]
        self.candidates.append(
            Candidate(self.path, line + 1, kind, start - column, end - column, text))

    def find_blocks(self):
        """Finds, for each line, the innermost open bracket and the text before that bracket."""
        self.blocks, stack, line = [("", "")], [("", "")], 0
        for i, sign in enumerate(self.mask):
            if sign in "([{":
                header = re.split(r"[{};]|\n\s*\n|\n\s*(?:case|default)\b", self.mask[:i][-400:])[-1]
                stack.append((sign, header.strip()))
            elif sign in ")]}":
                stack.pop()
            elif sign == "\n":
                self.blocks.append(stack[-1])

    def find_conditions(self):
        for match in re.finditer(r"(?<![\w.#`])(if|while|guard|where)\b", self.mask):
            word, start, depth = match.group(1), match.end(), 0
            line = self.lines[bisect.bisect_right(self.offsets, match.start()) - 1].strip()
            if word == "where" and not re.match(r"for |case ", line):
                continue
            clauses = []
            for i in range(match.end(), len(self.mask)):
                sign = self.mask[i]
                ends = depth == 0 and (
                    re.match(r"else\b", self.mask[i:i + 5]) if word == "guard"
                    else sign == "{" or word == "where" and sign == ":")
                if ends or depth == 0 and sign == ",":
                    clauses.append((start, i))
                    start = i + 1
                if ends:
                    break
                depth += (sign in "([{") - (sign in ")]}")
                if depth < 0:
                    break
            for start, end in clauses:
                self.add_boolean("condition", start, end)

    def add_boolean(self, kind, start, end):
        """Adds the opposite of a boolean expression, and swaps a comparison or `&&` and `||` in it."""
        text = self.mask[start:end]
        start += len(text) - len(text.lstrip())
        text = text.strip()
        end = start + len(text)
        if not text or "\n" in text or re.match(r"(let|var|case|_ =|#)|(true|false|get)$", text):
            return
        self.add(kind, start, end, "((§) != mutated(%d))")
        source = self.source[start:end]
        for operators, other in (
                (r"<=|>=|<|>", {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}),
                (r"&&|\|\|", {"&&": "||", "||": "&&"})):
            parts = list(re.finditer(rf" ({operators}) ", text))
            if len(parts) == 1 and " ? " not in text and " ?? " not in text:
                left, right = source[:parts[0].start()], source[parts[0].end():]
                if is_balanced(text[:parts[0].start()]) and is_balanced(text[parts[0].end():]):
                    swapped = f"{left} {other[parts[0].group(1)]} {right}"
                    self.add("operator", start, end, f"(mutated(%d) ? ({swapped}) : (§))")

    def find_statements(self, number):
        """Adds the removal of a statement on one line."""
        line, text = self.offsets[number], self.lines[number]
        bracket, header = self.blocks[number]
        if bracket != "{" or TYPE.search(header) or re.search(r"\binit[?]?[(<]", header):
            return
        before = next((l.rstrip() for l in reversed(self.lines[:number]) if l.strip()), "")
        after = next((l.strip() for l in self.lines[number + 1:] if l.strip()), "")
        if re.search(r"[,(\[=+\-*/&|?<>]$", before) or re.match(r"[.?:+*/&|{<>=-]|else\b", after):
            return
        prefix = re.match(r"\s*((case [^:]*|default): )?", text).end()
        defer = re.match(r"\s*defer \{ (.*) \}$", text)
        start, statement = (defer.start(1), defer.group(1)) if defer else (prefix, text[prefix:])
        if NO_STATEMENT.match(statement) or UNNOTICED.match(statement) or not is_balanced(statement):
            return
        # The only expression of a body that returns a value, and the exit of a guard, cannot be removed.
        if before.endswith(("{", " in")) and after.startswith("}") and (
                re.search(r"-> (?!Void)|\bvar\b|\bget$", header) or header.endswith("else")):
            return
        if JUMP.match(statement) and re.search(r"\belse$|\bguard\b", header):
            return
        if CALL.match(statement) or ASSIGNMENT.match(statement) or JUMP.match(statement):
            end = line + start + len(statement.rstrip())
            self.add("statement", line + start, end, "if !mutated(%d) { § }")

    def find_values(self, number):
        line, text = self.offsets[number], self.lines[number]
        _, header = self.blocks[number]
        if re.match(r"\s*([@#]|import|public import)", text):
            return
        pattern = re.match(r"\s*case\b[^:]*:?", text)
        begin = pattern.end() if pattern else 0
        for match in re.compile(r"(?<![\w.`])(true|false)\b(?!\s*[:`])").finditer(text, begin):
            self.add("literal", line + match.start(), line + match.end(), "(§ != mutated(%d))")
        digits = re.compile(r"(?:(?<=[=<>+\-*/:?] )|(?<=return )|(?<=^))(\d[\d_]*)(?![\w.])")
        # A stored counter, which is compared with an earlier count, counts equally well from 1.
        is_counter = TYPE.search(header) and re.match(r"[\w() ]*\bvar \w+(: U?Int\d*)? = 0$", text)
        # An increment may count in twos; without the statement, it does not count at all.
        is_counter = is_counter or re.search(r"&?\+= 1$", text)
        for match in () if is_counter else digits.finditer(text, begin):
            other = int(match.group(1).replace("_", "")) + 1
            self.add("number", line + match.start(), line + match.end(),
                     f"(mutated(%d) ? {other} : §)")
        # Returned values: after `return`, or as the only expression of a body on one line.
        match = re.match(r"\s*return (.+)$", text)
        if match and is_balanced(match.group(1)):
            span = line + match.start(1), line + match.end(1)
            if re.search(r"Bool$", header):
                self.add_boolean("result", *span)
            elif re.search(r"\?( \w+ in)?$", header) and match.group(1) != "nil":
                self.add("result", *span, "mutated(%d) ? nil : (§)")
        match = re.search(r"\bBool \{ ([^{}]+) \}$", text)
        if match:
            self.add_boolean("result", line + match.start(1), line + match.end(1))
        if re.search(r"\bBool$", header) and not re.match(r"\s*(return|let|var|if|guard|switch)\b", text):
            around = self.lines[number - 1].rstrip()[-1:] + self.lines[number + 1].strip()[:1]
            if around == "{}":
                self.add_boolean("result", line, line + len(text))
        predicate = r"(?:contains|filter|first|firstIndex|allSatisfy|removeAll)" \
            r"(?:\(where:)? ?\{ (?:\w+ in )?([^{}]+) \}"
        for match in re.finditer(predicate, text):
            self.add_boolean("predicate", line + match.start(1), line + match.end(1))
        for match in TERNARY.finditer(text):
            self.add("condition", line + match.start(1), line + match.end(1), "((§) != mutated(%d))")
