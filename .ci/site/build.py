"""Completes a site that docc has made: build.py SITE.

Writes the landing page and the search by task, and puts links to both at the top of each other page. The
index of the search is made from the articles: the rows of their tables "I want to", their headings, titles
and abstracts, and what the Topics of each module name.
"""

import json
import re
import shutil
import sys
from html import escape
from pathlib import Path
from urllib.parse import quote

from pages import all_pages, first_sentence

HEADER = """<template id="custom-header"><style>
nav{font:15px/1.4 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;padding:.5rem 1rem;
  background:#1f2328}
nav a{color:#fff;margin-right:1.5rem}
</style><nav><a href="/">Kaluga for Swift</a><a href="/search.html">Search by task</a></nav></template>"""


def entry(link, title, summary, module, words=""):
    """Returns an entry of the index. The words are searched, but not shown."""
    summary = " · ".join(part for part in (summary, module) if part)
    words = " ".join(sorted(set(re.findall(r"[a-z]{3,}", words.lower()))))
    return (
        f'<li data-words="{escape(words)}"><a href="{escape(quote(link.lstrip("/"), safe="/#"))}">'
        f"{escape(title)}</a> <span>{escape(summary)}</span></li>"
    )


def address(link):
    """Returns a link to a page, which is a folder."""
    path, _, fragment = link.partition("#")
    return f"{path}/#{fragment}" if fragment else f"{path}/"


def tasks(page):
    """Yields an entry for each row of a table whose first column is headed "I want to"."""
    for table in (block for block in page.blocks if block["type"] == "table"):
        header, *rows = table["rows"]
        if page.text(header[0]).strip() != "I want to":
            continue
        for row in rows:
            links = page.links(row[1:]) or [{"url": page.path}]
            answer = page.text(row[1]).strip()
            yield entry(address(links[0]["url"]), page.text(row[0]).strip(), answer, page.module)


def sections(page):
    """Yields an entry for an article, and one for each of its sections."""
    parts = [(page.path, page.title, [])]
    for block in page.blocks:
        if block["type"] != "heading":
            parts[-1][2].append(block)
        elif block["text"] != "Overview":
            parts.append((f"{page.path}#{block['anchor']}", f"{page.title}: {block['text']}", []))
    for link, title, blocks in parts:
        prose = [block for block in blocks if block["type"] == "paragraph"]
        summary = page.abstract if link == page.path else first_sentence(page.text(prose[:1]))
        yield entry(address(link), title, summary, page.module, page.text(blocks))


def symbols(module):
    """Yields an entry for each type and function that the Topics of a module name."""
    for group in module.topics(generated=False):
        for reference in (module.references[name] for name in group["identifiers"]):
            if reference.get("kind") == "symbol":
                summary = module.text(reference.get("abstract", []))
                link = address(reference["url"])
                yield entry(link, reference["title"], summary, module.title, group["title"])


def chapter(title, entries):
    return f"<h2>{escape(title)}</h2>\n<ul>\n" + "\n".join(entries) + "\n</ul>"


def index(pages):
    """Returns the whole index: the tasks, the articles, and the types of each module."""
    modules = [page for page in pages.values() if page.is_module]
    articles = [page for page in pages.values() if page.is_article]
    chapters = [chapter("Tasks", [line for page in modules + articles for line in tasks(page)])]
    chapters += [chapter(page.title, sections(page)) for page in articles]
    chapters += [chapter(page.title, symbols(page)) for page in modules]
    return "\n".join(chapters)


def drop_missing_parents(site, pages):
    """Removes from the paths of pages what has no page.

    That is a type of another module if all that is added to it is named in the Topics.
    """
    for page in pages.values():
        urls = {name: reference.get("url") for name, reference in page.references.items()}
        paths = page.data["hierarchy"]["paths"]
        page.data["hierarchy"]["paths"] = [
            [name for name in path if urls.get(name) in pages] for path in paths
        ]
        if page.data["hierarchy"]["paths"] != paths:
            left = {name for path in paths for name in path if urls.get(name) not in pages}
            page.data["references"] = {
                name: reference for name, reference in page.references.items() if name not in left
            }
            (site / f"data{page.path}.json").write_text(json.dumps(page.data))


site = Path(sys.argv[1])
sources = Path(__file__).parent
# The pages of docc have the same contents, and read their data when they are opened.
for file in (site / "documentation").rglob("index.html"):
    file.write_text(re.sub(r"<body[^>]*>", lambda body: body[0] + HEADER, file.read_text(), count=1))
for name in ("index.html", "site.css"):
    shutil.copy(sources / name, site)
pages = all_pages(site)
drop_missing_parents(site, pages)
search = (sources / "search.html").read_text()
(site / "search.html").write_text(search.replace("<!-- index -->", index(pages)))
