"""Validates rule files as an editor does: schema_validation.py SCHEMA FILE...

For each file one line of JSON: its path and what is wrong with it, as the `jsonschema` of PyPI
finds it, each with the place. The first line is about the schema itself: whether it is one, and
whether each default and example in it is what the schema beside it takes.
"""

import json
import re
import sys

import jsonschema
import yaml


class Editor(yaml.SafeLoader):
    """Reads YAML 1.2 as editors do: `no` and `22:00` are texts, and dates are."""


Editor.yaml_implicit_resolvers = {}
for kind, pattern, firsts in [
        ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
        ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
        ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$",
         "-+.0123456789"),
        ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""])]:
    Editor.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(pattern), list(firsts))


def problems(validator, value):
    """What is wrong with a value, each with its place: `targets.shopping.sites: …`."""
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message}"
            for error in validator.iter_errors(value)]


def examples(schema, place=""):
    """Every default and example in a schema that the schema beside it does not take."""
    found = []
    if isinstance(schema, dict):
        beside = jsonschema.Draft7Validator(schema)
        values = schema.get("examples", []) if isinstance(schema.get("examples"), list) else []
        if "default" in schema and "description" in schema:
            values = values + [schema["default"]]
        for value in values:
            found += [f"{place}: {problem}" for problem in problems(beside, value)]
        for key, inner in schema.items():
            if key not in ("examples", "default", "enum"):
                found += examples(inner, f"{place}.{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            found += examples(inner, f"{place}.{index}")
    return found


def main():
    path, *files = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    print(json.dumps({"file": path, "problems": examples(schema)}))
    validator = jsonschema.Draft7Validator(schema)
    for path in files:
        with open(path, encoding="utf-8") as file:
            value = yaml.load(file, Loader=Editor)
        print(json.dumps({"file": path, "problems": problems(validator, value)}))


if __name__ == "__main__":
    main()
