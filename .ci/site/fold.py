"""Shortens the signatures of functions that take the place of their call: `fileID`, `filePath`, `line` and `column`.

All these parameters have a default, and are not written. docc repeats them in each title, declaration and link, where
they hide the others.
"""

import re

PLACES = ("fileID", "filePath", "file", "line", "column")
NOTE = "Where a problem is reported: by default, at the call. Leave them out."


def takes_place(title):
    """Returns whether a function takes the place of its call, such as `load(name:fileID:line:_:)`."""
    return re.search(r"[(:](fileID|file):(\w+:)*line:", title) is not None


def folded_title(title):
    """Returns `load(name:_:)` for `load(name:fileID:line:_:)`."""
    if not takes_place(title):
        return title
    return re.sub(rf"(?<=[(:])(?:(?:{'|'.join(PLACES)}):)+", "", title)


def folded_tokens(tokens):
    """Returns the tokens of a declaration without these parameters."""
    folded, place = [], 0
    while place < len(tokens):
        token = tokens[place]
        if token["kind"] != "externalParam" or token["text"] not in PLACES:
            folded.append(token)
            place += 1
            continue
        # The name, the type and the default end before the next comma or parenthesis.
        place += 1
        while not re.match(r"\s*[,)]", tokens[place]["text"]):
            place += 1
        after = tokens[place]["text"]
        if after.lstrip().startswith(","):
            rest = after.lstrip()[1:].lstrip()
            place += 1
            if rest:
                folded.append({"kind": "text", "text": rest})
        elif folded and folded[-1]["text"].rstrip().endswith(","):
            folded[-1] = {**folded[-1], "text": folded[-1]["text"].rstrip()[:-1]}
    return folded


def folded_parameters(parameters):
    """Returns the parameters with one entry for all that say where a problem is reported."""
    names = [parameter["name"] for parameter in parameters if parameter["name"] in PLACES]
    others = [parameter for parameter in parameters if parameter["name"] not in names]
    text = {"type": "paragraph", "inlineContent": [{"type": "text", "text": NOTE}]}
    return others + [{"name": ", ".join(names), "content": [text]}] if names else others


def fold_page(data):
    """Folds the title, the declaration, the parameters and the references of a page; returns whether it has changed."""
    changed = False
    metadata = data["metadata"]
    named = [(metadata, "fragments"), *((reference, "fragments") for reference in data.get("references", {}).values())]
    is_folded = takes_place(metadata.get("title", ""))
    for owner, key in named:
        title = owner.get("title", "")
        if not takes_place(title):
            continue
        changed = True
        owner["title"] = folded_title(title)
        if key in owner:
            owner[key] = folded_tokens(owner[key])
    if is_folded:
        for section in data.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                for declaration in section["declarations"]:
                    declaration["tokens"] = folded_tokens(declaration["tokens"])
                    for other in declaration.get("otherDeclarations", {}).get("declarations", []):
                        other["tokens"] = folded_tokens(other["tokens"])
            elif section["kind"] == "parameters":
                section["parameters"] = folded_parameters(section["parameters"])
    return changed
