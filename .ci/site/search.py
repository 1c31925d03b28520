"""The search by task: the words of a text, the index of the entries, and the order of the results.

The page search.html finds the words of a query and ranks the entries by the same rules as `words` and
`rank`, so both files change together. All else is in the index, which the page contains.
"""

import json
import math
import re
from collections import Counter

IGNORED = set(
    "a an the i to of in on at and or is are be it its my me with for from do how can what want while when"
    " that this as by into if so".split()
)
# Words that a reader may type, and those of the articles.
SYNONYMS = {
    "abort": "cancel",
    "alert": "dialog",
    "analytics": "log",
    "appear": "lifecycle",
    "argument": "data",
    "death": "killed",
    "deeplink": "link",
    "disk": "file",
    "download": "load",
    "fake": "mock",
    "fetch": "load",
    "flaky": "sometimes",
    "hide": "pause",
    "indicator": "spinner",
    "infinite": "page",
    "interval": "poll",
    "keep": "save",
    "leak": "alive",
    "listen": "observe",
    "logout": "login",
    "modal": "present",
    "modularize": "module",
    "notification": "event",
    "onboarding": "guide",
    "pagination": "page",
    "parameter": "data",
    "persist": "save",
    "popup": "dialog",
    "progress": "spinner",
    "publisher": "combine",
    "redux": "mvi",
    "remember": "save",
    "restoration": "save",
    "restore": "save",
    "scroll": "page",
    "sheet": "dialog",
    "signin": "login",
    "stop": "cancel",
    "stub": "mock",
    "subscribe": "observe",
    "survive": "save",
    "thread": "isolation",
    "throttle": "delay",
    "timeout": "limit",
    "timer": "poll",
    "universal": "link",
    "url": "link",
    "urlsession": "network",
    "validation": "form",
    "watch": "observe",
}


def stem(word):
    stemmed = re.sub(r"(ings?|ions?|ors?|ers?|ed|es|s|ly)$", "", re.sub(r"ies$", "y", word))
    stemmed = re.sub(r"(.)\1$", r"\1", re.sub(r"e$", "", stemmed))
    return stemmed if len(stemmed) > 2 else word


def words(text):
    """Returns the stems of the words of a text.

    A name is found as a whole and by its parts: "valueRecorder", "recorder".
    """
    found = []
    for name in re.findall(r"[A-Za-z0-9]+", text):
        parts = re.findall(r"[A-Z]?[a-z0-9]+", name)
        found += [name, *parts] if len(parts) > 1 else [name]
    return [stem(word) for word in map(str.lower, found) if word not in IGNORED]


def make_index(entries):
    """Returns the index of entries, each with a mark of tasks, a title, a summary and a text.

    For each word, the index contains the places of the entries that contain it, with its weight there. A
    title weighs more than a text, a short title more than a long one, a rare word more than a frequent
    one, and a task more than an article.
    """
    weights = {}
    for place, (is_task, *texts) in enumerate(entries):
        shares = {}
        length = 1 + len(words(texts[0])) / 20
        for share, text in zip((1, 2, 4), reversed(texts)):
            shares |= {word: share * (1.5 if is_task else 1) / length for word in words(text)}
        for word, share in shares.items():
            weights.setdefault(word, {})[place] = share
    for word, places in weights.items():
        rarity = math.log(1 + len(entries) / (1 + len(places)))
        weights[word] = {place: round(10 * share * rarity) for place, share in places.items()}
    for word, other in SYNONYMS.items():
        places = weights.setdefault(stem(word), {})
        # A synonym that leads nowhere stops the build here.
        for place, weight in weights[stem(other)].items():
            places[place] = max(places.get(place, 0), round(0.8 * weight))
    synonyms = {stem(word): stem(other) for word, other in SYNONYMS.items()}
    return {"ignored": sorted(IGNORED), "synonyms": synonyms, "weights": weights}


def rank(index, query):
    """Returns the places of the entries that contain words of a query, best first.

    A word of four letters or more that no entry contains matches the words that begin with it.
    """
    weights = index["weights"]
    scores, found = Counter(), Counter()
    for term in words(query):
        names = [term] if term in weights else [
            word for word in weights if len(term) > 3 and word.startswith(term)
        ]
        best = {}
        for name in names:
            for place, weight in weights[name].items():
                best[place] = max(best.get(place, 0), weight)
        for place, weight in best.items():
            scores[int(place)] += weight
            found[int(place)] += 1
    return sorted(scores, key=lambda place: (-scores[place] * found[place], place))
