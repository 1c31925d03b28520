"""Selects mutations."""

import hashlib
import re


class Pool:
    """All candidates, in an order that depends on the seed; those that do not compile are dropped."""

    def __init__(self, files, seed):
        self.dropped = set()
        everything = sorted({c for file in files for c in file.candidates})
        self.numbers = {candidate: n for n, candidate in enumerate(everything, 1)}
        # Sorting by hashes keeps the order of the other files' candidates when one file changes.
        self.order = sorted(everything, key=lambda c: hashlib.sha256(f"{seed} {c}".encode()).digest())

    def draw(self, count):
        """Selects one candidate in each file, then others across all lines; at most one per line, to avoid overlaps."""
        usable = [c for c in self.order if c not in self.dropped]
        lines, files, drawn = set(), set(), []
        for one_each in (True, False):
            for candidate in usable:
                place = candidate.path, candidate.line
                if place in lines or one_each and candidate.path in files:
                    continue
                if not one_each and len(drawn) >= count:
                    break
                lines.add(place)
                files.add(candidate.path)
                drawn.append(candidate)
        return drawn


def describe(candidate, files):
    """Returns the original line, and a description of the mutation."""
    line = files[candidate.path].source.split("\n")[candidate.line - 1]
    part = line[candidate.start:candidate.end]
    other = {
        "(§ != mutated(%d))": "not " + part,
        "((§) != mutated(%d))": f"not ({part})",
        "if !mutated(%d) { § }": "left out",
        "mutated(%d) ? nil : (§)": "nil",
    }.get(candidate.text) or re.sub(r"^\(mutated\(%d\) \? \(?(.*?)\)? : \(?§\)?\)$", r"\1", candidate.text)
    return line.strip(), f"{part} → {other}" if part != line.strip() else other
