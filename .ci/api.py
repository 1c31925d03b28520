#!/usr/bin/env python3
"""Prints the public API of a module, one declaration a line, from the symbol graphs in a folder.

The marks behind a declaration are what `.ci/version` needs: "(required)" and "(default)" are requirements of a
protocol without and with a default, "(open)" is what other modules can subclass or override, and the others are
its availability. The cases at the end of this file check the rules at each run.
"""

import json
import pathlib
import re
import sys


def conditions(constraints):
    # Copyable and Escapable are conditions of all extensions: no public type is `~Copyable`.
    return {
        f"{c['lhs']} {'==' if c['kind'] == 'sameType' else ':'} {c['rhs']}"
        for c in constraints
        if c["rhs"] not in ("Copyable", "Escapable")
    }


def where(texts):
    return f" where {', '.join(sorted(texts))}" if texts else ""


def declaration(fragments):
    """The text of a declaration without what users do not see: the internal names of its parameters."""
    kinds, words = [], []
    for part in fragments:
        word = part["spelling"]
        if part["kind"] == "internalParam" and kinds[-2:-1] == ["externalParam"]:
            words[-1] = word = ""  # with the space between the two names
        elif part["kind"] == "internalParam":
            word = "_"  # the name of an operand, or of an index
        kinds.append(part["kind"])
        words.append(word)
    return " ".join("".join(words).split())


def availability(symbol):
    """The marks of a symbol's availability."""
    marks = []
    for item in symbol.get("availability", []):
        domain = item.get("domain", "*")
        for word in ("introduced", "deprecated", "obsoleted"):
            if word in item:
                numbers = [item[word].get(part, 0) for part in ("major", "minor", "patch")]
                marks.append(f" ({word} {domain} {'.'.join(map(str, numbers))})")
        for word in ("deprecated", "unavailable"):
            if item.get(f"isUnconditionally{word.capitalize()}"):
                marks.append(f" ({word} {domain})")
    return "".join(sorted(marks))


def requirements(graph):
    """The requirements of protocols, each with whether all conforming types have a default."""
    symbols = {s["identifier"]["precise"]: s for s in graph["symbols"]}
    found = {}
    for relation in graph["relationships"]:
        if relation["kind"] == "requirementOf":
            # The default of an associated type is a part of its declaration.
            text = declaration(symbols[relation["source"]]["declarationFragments"])
            found[relation["source"]] = text.startswith("associatedtype") and " = " in text
    for relation in graph["relationships"]:
        if relation["kind"] == "defaultImplementationOf" and relation["target"] in found:
            default, target = symbols.get(relation["source"]), symbols[relation["target"]]
            # The default of an inheriting protocol, or of some types, is not one for all types.
            if default and default["pathComponents"][:-1] == target["pathComponents"][:-1]:
                if not conditions(default.get("swiftExtension", {}).get("constraints", [])):
                    found[relation["target"]] = True
    return found


def lines(graph):
    """The lines of a symbol graph."""
    names = {s["identifier"]["precise"]: ".".join(s["pathComponents"]) for s in graph["symbols"]}
    own = {
        ".".join(s["pathComponents"]): conditions(s.get("swiftGenerics", {}).get("constraints", []))
        for s in graph["symbols"]
    }
    required = requirements(graph)
    found = set()
    for relation in graph["relationships"]:
        if relation["kind"] in ("conformsTo", "inheritsFrom") and relation["source"] in names:
            name, target = names[relation["source"]], relation.get("targetFallback") or names.get(relation["target"])
            if target not in ("Swift.Copyable", "Swift.Escapable"):
                condition = where(conditions(relation.get("swiftConstraints", [])) - own[name])
                found.add(f"{name}: is a {target}{condition}")
    for symbol in graph["symbols"]:
        for part in symbol["declarationFragments"]:
            # Users without Foundation on their mind meet no more of it than these.
            if part.get("preciseIdentifier", "").startswith(("s:10Foundation", "s:20FoundationEssentials")):
                if part["spelling"] not in ("Date", "Data", "URL"):
                    sys.exit(f"error: {part['spelling']} of Foundation in the public API: {symbol['pathComponents']}")
        path = ".".join(symbol["pathComponents"][:-1])
        text = declaration(symbol["declarationFragments"])
        # The conditions of a member are those of its declaration and of its extension: one list, so that it can move
        # between the two.
        match = re.search(r" where (.+?)(?= \{ |$)", text)
        if match:
            text = text[: match.start()] + text[match.end() :]
        clause = re.split(r", (?=[\w. ]+ (?::|==) )", match[1]) if match else []
        extension = conditions(symbol.get("swiftExtension", {}).get("constraints", []))
        text += where({*clause, *extension} - own.get(path, set()))
        precise = symbol["identifier"]["precise"]
        mark = (" (default)" if required[precise] else " (required)") if precise in required else ""
        mark += " (open)" if symbol["accessLevel"] == "open" else ""
        found.add(f"{path or '(top)'}: {text}{mark}{availability(symbol)}")
    return found


# The cases: a symbol, its relationships, and its lines.


def symbol(path, text, parameters="", **more):
    """A symbol; its parameters are pairs of names such as "to place"."""
    fragments = [{"kind": "text", "spelling": text}]
    for names in filter(None, parameters.split(",")):
        external, _, internal = names.rpartition(" ")
        if external:
            fragments += [{"kind": "externalParam", "spelling": external}, {"kind": "text", "spelling": " "}]
        fragments += [{"kind": "internalParam", "spelling": internal}, {"kind": "text", "spelling": ": Int;"}]
    precise = more.pop("precise", path + text)
    return {
        "pathComponents": path.split("."),
        "identifier": {"precise": precise},
        "declarationFragments": fragments,
        "accessLevel": "public",
        **more,
    }


def constraint(text):
    lhs, operator, rhs = text.split(" ")
    return {"kind": "sameType" if operator == "==" else "conformance", "lhs": lhs, "rhs": rhs}


def extension(*texts):
    return {"swiftExtension": {"constraints": [constraint(text) for text in texts]}}


BOX_TEXT = "struct Box<V> where V : Sendable"
BOX = symbol("Box", BOX_TEXT, precise="Box", swiftGenerics={"constraints": [constraint("V : Sendable")]})
BOX_LINE = f"(top): {BOX_TEXT}"
SHOP_LINE = "(top): protocol Shop"
SHOP = [symbol("Shop", "protocol Shop"), symbol("Shop.sell", "func sell()", precise="sell")]
SELL = [{"kind": "requirementOf", "source": "sell", "target": "Shop"}]
DEFAULT = [*SELL, {"kind": "defaultImplementationOf", "source": "default", "target": "sell"}]


def conforms(*texts):
    return [{"kind": "conformsTo", "source": "Box", "target": "E", "targetFallback": "Swift.Equatable",
             "swiftConstraints": [constraint(text) for text in texts]}]  # fmt: skip


def default(path, *texts):
    return symbol(path, "func sell()", precise="default", **extension(*texts))


NEW = {"domain": "macOS", "introduced": {"major": 16}, "deprecated": {"major": 17, "minor": 2}}
CASES = [
    ([BOX], conforms("V : Sendable", "V : Copyable"), {BOX_LINE, "Box: is a Swift.Equatable"}),
    ([BOX], conforms("V : Sendable", "V : Equatable"), {BOX_LINE, "Box: is a Swift.Equatable where V : Equatable"}),
    (SHOP, SELL, {SHOP_LINE, "Shop: func sell() (required)"}),
    ([*SHOP, default("Shop.sell")], DEFAULT, {SHOP_LINE, "Shop: func sell() (default)", "Shop: func sell()"}),
    ([*SHOP, default("Shop.sell", "Self : P")], DEFAULT,
     {SHOP_LINE, "Shop: func sell() (required)", "Shop: func sell() where Self : P"}),
    ([*SHOP, default("Mall.sell")], DEFAULT, {SHOP_LINE, "Shop: func sell() (required)", "Mall: func sell()"}),
    ([symbol("Shop.T", "associatedtype T = Int", precise="sell")], SELL, {"Shop: associatedtype T = Int (default)"}),
    ([BOX, symbol("Box.a", "func a()")], [], {BOX_LINE, "Box: func a()"}),
    ([BOX, symbol("Box.a", "func a()", **extension("V : Sendable"))], [], {BOX_LINE, "Box: func a()"}),
    ([BOX, symbol("Box.a", "func a() where V : P<A, B>, V == W")], [],
     {BOX_LINE, "Box: func a() where V : P<A, B>, V == W"}),
    ([BOX, symbol("Box.a", "func a() where V : P, A : B", **extension("V : Sendable", "V == W", "E : F", "C : D"))], [],
     {BOX_LINE, "Box: func a() where A : B, C : D, E : F, V : P, V == W"}),
    ([symbol("a", "var a: Int where V : P { get }")], [], {"(top): var a: Int { get } where V : P"}),
    ([symbol("a", "func ", "_ x,to y,z,where a")], [], {"(top): func _: Int;to: Int;_: Int;where: Int;"}),
    ([symbol("A", "class A", accessLevel="open")], [], {"(top): class A (open)"}),
    ([symbol("A", "class A", availability=[NEW, {"isUnconditionallyDeprecated": True}])], [],
     {"(top): class A (deprecated *) (deprecated macOS 17.2.0) (introduced macOS 16.0.0)"}),
]  # fmt: skip

for symbols, relationships, expected in CASES:
    result = lines({"symbols": symbols, "relationships": relationships})
    if result != expected:
        sys.exit(f"error: the rules of .ci/api.py are broken: {sorted(result)}, and not {sorted(expected)}")
api = set()
for file in pathlib.Path(sys.argv[1]).glob("*.symbols.json"):
    api |= lines(json.loads(file.read_text(encoding="utf-8")))
print("\n".join(sorted(api)))
