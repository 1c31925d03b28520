"""Checks a site, and the files from which it is made: check.py SITE.

Prints each dead link, each article that ends without a link to another page, each public type that is missing from the hand-written
Topics of its module, each page without its title, and each query of queries.txt whose first result is
another one. Exits with 1 if it has found one.
"""

import json
import re
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

from pages import all_pages, walk
from search import rank

problems = []


class Document(HTMLParser):
    """The links of a page that is not made by docc."""

    def __init__(self, file):
        super().__init__()
        self.links = []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("href", "src", "action")]


def is_external(link):
    return re.match(r"[a-z]+:", link) is not None


def check_link(site, pages, where, link):
    """Checks that a link leads to a file of the site and, with a fragment, to a heading."""
    path, fragment = urldefrag(unquote(link))
    path = path.split("?")[0].rstrip("/")
    if is_external(link):
        return
    if path in pages:
        # Without this file, the page opens only from other pages.
        exists = (site / path[1:] / "index.html").exists()
        if exists and (not fragment or fragment in pages[path].anchors):
            return
    else:
        files = [site / path[1:], site / path[1:] / "index.html"]
        file = next((file for file in files if file.is_file()), None)
        if file and (not fragment or f'id="{fragment}"' in file.read_text()):
            return
    problems.append(f"{where}: dead link {link}")


def check_links(site, pages):
    owners = {}
    for page in pages.values():
        used = {value["identifier"] for value in walk(page.data) if value.get("type") == "reference"}
        for name, reference in page.references.items():
            if reference["type"] == "unresolvable":
                # Names of types of other packages are no links.
                if name in used:
                    problems.append(f"{page.path}: unresolved link {name}")
                continue
            if reference["type"] == "image" and not reference.get("alt"):
                problems.append(f"{page.path}: {name} has no alternative text")
            images = [variant["url"] for variant in reference.get("variants", [])]
            for link in images or [reference["url"]]:
                check_link(site, pages, page.path, link)
            if reference["type"] == "topic":
                owner = owners.setdefault(urldefrag(reference["url"])[0], urldefrag(name)[0])
                if owner != urldefrag(name)[0]:
                    problems.append(f"{page.path}: {owner} and {name} have the same address")
    for file in site.glob("*.html"):
        links = [urljoin(f"/{file.name}", link) for link in Document(file).links]
        for link in links:
            check_link(site, pages, f"/{file.name}", link)
        missing = {page.path for page in pages.values() if page.is_module} - {
            link.rstrip("/") for link in links
        }
        if file.name == "index.html" and missing:
            problems.append(f"/index.html: no link to {', '.join(sorted(missing))}")


def check_files():
    """Checks the links from the READMEs, the guide for contributors and the articles to files of the repository."""
    catalogues = [file for folder in ("Sources", "TestUtils") for file in Path(folder).rglob("*.md")]
    for file in [*map(Path, ("README.md", "Tests/README.md", ".github/CONTRIBUTING.md")), *catalogues]:
        text = re.sub(r"^```.*?^```", "", file.read_text(), flags=re.M | re.S)
        # docc checks the images of articles, which have no path.
        images = "" if file in catalogues else "!?"
        links = re.findall(rf"(?<!!)(?:{images})\[[^\]]*\]\(([^)\s]+)\)", text)
        paths = re.findall(r"`((?:Examples|Sources/Kaluga|TestUtils/Kaluga|\.ci)[\w./-]*)[ `]", text)
        for link in links:
            path, _ = urldefrag(link)
            # A path from the root leads to a page of the site.
            is_file = path and not path.startswith("/") and not is_external(link)
            if is_file and not (file.parent / path).exists():
                problems.append(f"{file}: dead link {link}")
        problems.extend(f"{file}: no file {path}" for path in paths if not Path(path).exists())


def check_ways_on(pages):
    """Checks that each article ends with a link to another page, and each module has Topics."""
    for page in pages.values():
        if page.is_article:
            groups = page.data.get("seeAlsoSections", [])
            by_hand = [group for group in groups if not group.get("generated")]
            links = page.links(page.blocks[-1:])
            others = {urldefrag(link["url"])[0] for link in links} - {page.path}
            if not by_hand and not any(other.startswith("/documentation") for other in others):
                problems.append(f"{page.path}: no way on; end with a See Also, or with a link")
        elif page.is_module and not page.topics(generated=False):
            problems.append(f"{page.path}: no way on; write Topics")


def check_topics(pages):
    """Checks that the Topics of each module name each of its types and functions."""
    for page in (page for page in pages.values() if page.is_module):
        for group in page.topics(generated=True):
            for name in group["identifiers"]:
                title = page.references[name]["title"]
                # What a module adds to another one is a group of its own.
                if group["title"] != "Extended Modules":
                    problems.append(f"{page.path}: {title} is missing from the Topics")


def check_titles(site, pages):
    """Checks that each page names the site in its title, even before its script has run, and that titles are folded."""
    for page in pages.values():
        if re.search(r"[(:](fileID|file):(\w+:)*line:", page.title):
            problems.append(f"{page.path}: the title {page.title} is not folded")
    for file in site.rglob("*.html"):
        title = re.search("<title>(.*?)</title>", file.read_text())
        if not title or "Kaluga" not in title[1]:
            problems.append(f"/{file.relative_to(site)}: no title")
    heading = Path("README.md").read_text().splitlines()[0].removeprefix("# ")
    if f"<h1>{heading}</h1>" not in (site / "index.html").read_text():
        problems.append(f"/index.html: its title is not that of the README, {heading}")
    scripts = "".join(file.read_text() for file in (site / "js").glob("index.*.js"))
    if '["meta","title"],"Kaluga for Swift"' not in scripts:
        problems.append("/js: the scripts end the titles of pages with another name than the site's")


def check_search(site):
    """Checks the first result of each query in queries.txt."""
    page = (site / "search.html").read_text()
    index = json.loads(re.search('<script id="index".*?>(.*?)</script>', page, re.S)[1])
    links = [unquote(unescape(link)) for link in re.findall('<li><a href="(.*?)"', page)]
    for line in (Path(__file__).parent / "queries.txt").read_text().splitlines():
        query, expected = line.split(" -> ")
        places = rank(index, query)
        found = links[places[0]].removeprefix("documentation/") if places else "nothing"
        if found != expected:
            problems.append(f"/search.html: {query} -> {found}, not {expected}")


site = Path(sys.argv[1])
pages = all_pages(site)
check_links(site, pages)
check_files()
check_ways_on(pages)
check_topics(pages)
check_titles(site, pages)
check_search(site)
print("\n".join(sorted(set(problems))))
if problems:
    sys.exit(1)
articles = sum(page.is_article for page in pages.values())
print(f"checked {len(pages)} pages, {articles} of them articles: each link leads to a page")
