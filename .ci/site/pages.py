"""Reads the pages of a site that docc has made, from the data from which it draws them."""

import json
import re
from pathlib import Path


class Page:
    """A page: an article, a module or a symbol."""

    def __init__(self, site, file):
        self.path = "/" + str(file.relative_to(site / "data").with_suffix(""))
        self.data = json.loads(file.read_text())
        self.references = self.data.get("references", {})
        metadata = self.data["metadata"]
        self.title = metadata["title"]
        self.role = metadata.get("role")
        self.module = metadata.get("modules", [{}])[0].get("name")
        self.abstract = self.text(self.data.get("abstract", []))
        # Pages that docc makes for conformances are articles, too, but without a text.
        self.is_article = self.data["kind"] == "article" and bool(self.data.get("abstract"))

        self.is_module = metadata.get("symbolKind") == "module"

    @property
    def blocks(self):
        """Returns the headings, paragraphs, tables and listings, in order."""
        sections = self.data.get("primaryContentSections", [])
        return [block for section in sections for block in section.get("content", [])]

    @property
    def anchors(self):
        return {value["anchor"] for value in walk(self.data) if "anchor" in value}

    def topics(self, generated):
        """Returns the groups of the Topics that were written by hand, or those that docc has added."""
        groups = self.data.get("topicSections", [])
        return [group for group in groups if bool(group.get("generated")) == generated]

    def links(self, part):
        """Returns the references to pages in a part of the data, in order."""
        found = [value["identifier"] for value in walk(part) if value.get("type") == "reference"]
        return [self.references[name] for name in found if name in self.references]

    def text(self, part):
        """Returns the plain text of a part of the data."""
        if isinstance(part, list):
            return "".join(map(self.text, part))
        kind = part.get("type")
        if kind == "text":
            return part["text"]
        if kind == "codeVoice":
            return part["code"]
        if kind == "reference":
            reference = self.references.get(part["identifier"], {})
            return part.get("overridingTitle") or reference.get("title", "")
        if kind == "codeListing":
            return ""
        if kind == "table":
            return " · ".join(self.text(cell).strip() for row in part["rows"] for cell in row)
        inner = [part[key] for key in ("inlineContent", "content", "items") if key in part]
        return "".join(map(self.text, inner)) + (" " if kind in ("paragraph", "listItem") else "")


def walk(part):
    """Yields each object in a part of the data."""
    if isinstance(part, dict):
        yield part
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from walk(inner)


def all_pages(site):
    """Returns the pages of a site by their path."""
    files = sorted((Path(site) / "data/documentation").rglob("*.json"))
    return {page.path: page for page in (Page(Path(site), file) for file in files)}


def first_sentence(text):
    return re.split(r"(?<=[.:])\s", text.strip(), maxsplit=1)[0].rstrip(":") if text else ""
