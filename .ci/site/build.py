"""Completes a site that docc has made: build.py SITE.

Writes the landing page, the search by task and the page for an address that does not exist, and gives each
other page its title, and links to the first two. The index of the search is made from the articles: the
rows of their tables "I want to", their headings, titles and texts, and what the Topics of each module name.
"""

import json
import re
import shutil
import sys
from html import escape
from pathlib import Path
from urllib.parse import quote

from pages import all_pages, first_sentence
from search import make_index

NAME = "Kaluga for Swift"
HEADER = """<template id="custom-header"><style>
nav{font:15px/1.4 -apple-system,"Segoe UI",Helvetica,Arial,sans-serif;padding:.5rem 1rem;
  background:#1f2328}
nav a{color:#fff;margin-right:1.5rem}
</style><nav><a href="/">Kaluga for Swift</a><a href="/search.html">Search by task</a></nav></template>"""


class Entry:
    """An entry of the search. The words of its text are searched, but not shown."""

    def __init__(self, link, title, summary, module, text="", is_task=False):
        self.link = quote(link.lstrip("/"), safe="/#")
        self.title = title
        self.summary = " · ".join(part for part in (summary, module) if part)
        self.text = text
        self.is_task = is_task

    @property
    def html(self):
        link = f'<a href="{escape(self.link)}">{escape(self.title)}</a>'
        return f"<li>{link} <span>{escape(self.summary)}</span></li>"


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
            task = page.text(row[0]).strip()
            yield Entry(address(links[0]["url"]), task, answer, page.module, is_task=True)


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
        yield Entry(address(link), title, summary, page.module, page.text(blocks))


def symbols(module):
    """Yields an entry for each type and function that the Topics of a module name."""
    for group in module.topics(generated=False):
        for reference in (module.references[name] for name in group["identifiers"]):
            if reference.get("kind") == "symbol":
                summary = module.text(reference.get("abstract", []))
                link = address(reference["url"])
                yield Entry(link, reference["title"], summary, module.title, group["title"])


def chapters(pages):
    """Returns the titles and entries of the tasks, of each article, and of the types of each module."""
    modules = [page for page in pages.values() if page.is_module]
    articles = [page for page in pages.values() if page.is_article]
    found = [("Tasks", [entry for page in modules + articles for entry in tasks(page)])]
    found += [(page.title, list(sections(page))) for page in articles]
    return found + [(page.title, list(symbols(page))) for page in modules]


def search_page(template, chapters):
    """Returns the page that shows all entries, and searches them."""
    shown = "\n".join(
        f"<h2>{escape(title)}</h2>\n<ul>\n" + "\n".join(entry.html for entry in entries) + "\n</ul>"
        for title, entries in chapters
    )
    index = make_index([
        (entry.is_task, entry.title, entry.summary, entry.text)
        for _, entries in chapters for entry in entries
    ])
    return template.replace("<!-- entries -->", shown).replace(
        "<!-- index -->", json.dumps(index, separators=(",", ":"))
    )


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


def name_site(site):
    """Lets the titles of docc's pages end with the name of the site when their scripts have run."""
    (site / "theme-settings.json").write_text(json.dumps({"meta": {"title": NAME}}))
    # The scripts of docc 6.3 read the title before they have loaded these settings, and use this default.
    default = '["meta","title"],"Documentation"'
    for file in (site / "js").glob("index.*.js"):
        file.write_text(file.read_text().replace(default, default.replace("Documentation", NAME)))


site = Path(sys.argv[1])
sources = Path(__file__).parent
pages = all_pages(site)
drop_missing_parents(site, pages)
name_site(site)
# The pages of docc have the same contents, and read their data and titles when they are opened. Search
# engines and previews of links, which do not run their scripts, need the titles in the files.
for file in (site / "documentation").rglob("index.html"):
    data = json.loads((site / f"data/{file.parent.relative_to(site)}.json").read_text())
    title = escape(f"{data['metadata']['title']} | {NAME}")
    text = re.sub("<title>.*?</title>", lambda _: f"<title>{title}</title>", file.read_text(), count=1)
    file.write_text(re.sub(r"<body[^>]*>", lambda body: body[0] + HEADER, text, count=1))
for name in ("index.html", "404.html", "site.css"):
    shutil.copy(sources / name, site)
template = (sources / "search.html").read_text()
(site / "search.html").write_text(search_page(template, chapters(pages)))
