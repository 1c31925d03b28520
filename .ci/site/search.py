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
    "appear": "lifecycle",
    "argument": "data",
    "deeplink": "link",
    "disk": "file",
    "download": "load",
    "fake": "mock",
    "fetch": "load",
    "hide": "pause",
    "indicator": "spinner",
    "interval": "poll",
    "keep": "save",
    "leak": "alive",
    "listen": "observe",
    "logout": "login",
    "modal": "present",
    "notification": "event",
    "parameter": "data",
    "persist": "save",
    "popup": "dialog",
    "progress": "spinner",
    "publisher": "combine",
    "redux": "store",
    "remember": "save",
    "restore": "save",
    "signin": "login",
    "stop": "cancel",
    "stub": "mock",
    "subscribe": "observe",
    "survive": "save",
    "thread": "isolation",
    "timeout": "limit",
    "timer": "poll",
    "universal": "link",
    "url": "link",
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
    names = re.findall(r"[A-Za-z0-9]+", text)
    parts = [re.findall(r"[A-Z]?[a-z0-9]+", name) for name in names]
    found = [word for name, of_name in zip(names, parts)
             for word in ([name, *of_name] if len(of_name) > 1 else [name])]
    return [stem(word.lower()) for word in found if word.lower() not in IGNORED]


def make_index(entries):
    """Returns the index of entries, each of which has the words of a title, of a summary and of a text.

    The index has, for each word, the places of the entries that have it, each with its weight: a title says
    more than a text, a short one more than a long one, a rare word more than a frequent one, and a task
    more than an article.
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
        of_other = {place: round(0.8 * weight) for place, weight in weights[stem(other)].items()}
        own = weights.get(stem(word), {})
        weights[stem(word)] = {place: max(own.get(place, 0), of_other.get(place, 0))
                               for place in sorted(own | of_other)}
    return {"ignored": sorted(IGNORED), "weights": weights}


def rank(index, query):
    """Returns the places of the entries that have words of a query, best first.

    A word that no entry has stands for those that begin with it, if it has four letters.
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
