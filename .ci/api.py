#!/usr/bin/env python3
"""Prints the public API of a module, one fact a line, from the symbol graphs in a folder.

A fact begins with the type that it belongs to. It is a declaration, or a conformance ("is a"). A requirement of a
protocol without a default begins with "requires", and what other modules can subclass or override with "open".
"""

import json
import pathlib
import sys

# Users of the library need nothing else of Foundation.
FOUNDATION = ("Date", "Data", "URL", "JSONDecoder")


def declaration(fragments):
    """The text of a declaration without what users do not see: the internal names of its parameters."""
    kinds, words = [], []
    for part in fragments:
        if part.get("preciseIdentifier", "").startswith(("s:10Foundation", "s:20FoundationEssentials")):
            if part["spelling"] not in FOUNDATION:
                sys.exit(f"error: the public API uses {part['spelling']} of Foundation")
        word = part["spelling"]
        if part["kind"] == "internalParam" and kinds[-2:-1] == ["externalParam"]:
            words[-1] = word = ""  # with the space between the two names
        elif part["kind"] == "internalParam":
            word = "_"  # the name of an operand, or of an index
        kinds.append(part["kind"])
        words.append(word)
    return " ".join("".join(words).split())


def conditions(constraints):
    # Copyable and Escapable are conditions of all extensions: no public type is `~Copyable`.
    return {
        f"{c['lhs']} {'==' if c['kind'] == 'sameType' else ':'} {c['rhs']}"
        for c in constraints
        if c["rhs"] not in ("Copyable", "Escapable")
    }


def where(texts):
    return f" where {', '.join(sorted(texts))}" if texts else ""


def facts(graph):
    symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
    names = {precise: ".".join(symbol["pathComponents"]) for precise, symbol in symbols.items()}
    # The conditions of a type itself, which its extensions and conformances repeat.
    own = {
        names[precise]: conditions(symbol.get("swiftGenerics", {}).get("constraints", []))
        for precise, symbol in symbols.items()
    }

    def fact(symbol, word=""):
        path = ".".join(symbol["pathComponents"][:-1])
        extension = conditions(symbol.get("swiftExtension", {}).get("constraints", []))
        text = declaration(symbol["declarationFragments"]) + where(extension - own.get(path, set()))
        return f"{path or '(top)'}: {word}{text}"

    required, defaults = set(), set()
    found = {fact(symbol, "open " if symbol["accessLevel"] == "open" else "") for symbol in symbols.values()}
    for relation in graph["relationships"]:
        source, target = relation["source"], relation["target"]
        if relation["kind"] in ("conformsTo", "inheritsFrom") and source in names:
            parent = relation.get("targetFallback") or names.get(target)
            if parent not in ("Swift.Copyable", "Swift.Escapable"):
                condition = where(conditions(relation.get("swiftConstraints", [])) - own[names[source]])
                found.add(f"{names[source]}: is a {parent}{condition}")
        elif relation["kind"] == "requirementOf":
            required.add(fact(symbols[source]))
        elif relation["kind"] == "defaultImplementationOf" and source in symbols:
            # The default that only some conforming types have, has conditions and therefore another text.
            defaults.add(fact(symbols[source]))
    # The default of an associated type is a part of its declaration.
    required -= defaults | {line for line in required if ": associatedtype " in line and " = " in line}
    return found - required | {line.replace(": ", ": requires ", 1) for line in required}


api = set()
for file in pathlib.Path(sys.argv[1]).glob("*.symbols.json"):
    api |= facts(json.loads(file.read_text(encoding="utf-8")))
print("\n".join(sorted(api)))
