"""sarif_schema.py FILE: whether the file is SARIF 2.1.0, as far as Softwarp writes it: what the standard's schema
requires of each object, which members it has, of what type, and what its text adds (OASIS, sarif-v2.1.0, section
numbers below)."""
import json
import re
import sys


def text(value):
    return isinstance(value, str)


def uri(value):  # RFC 3986's characters
    return text(value) and re.fullmatch(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})+", value)


def absolute_folder(value):  # 3.14.14
    return uri(value) and value.startswith("file:///") and value.endswith("/")


def natural(value):
    return type(value) is int and value >= 0


def positive(value):
    return natural(value) and value > 0


def flag(value):
    return isinstance(value, bool)


def one_of(*words):
    return lambda value: value in words


def bag(value):  # 3.8
    return isinstance(value, dict)


class Each:
    def __init__(self, kind, least=0):
        self.kind, self.least = kind, least


class Values(Each):
    pass


# Kind: members that must be there, members that may. Nothing else is allowed (additionalProperties: false).
KINDS = {
    "log": ({"version": one_of("2.1.0"), "runs": Each("run")}, {"$schema": uri}),
    "run": ({"tool": "tool"}, {"invocations": Each("invocation"), "originalUriBaseIds": Values("base"),
                               "results": Each("result")}),
    "tool": ({"driver": "driver"}, {}),
    "driver": ({"name": text}, {"version": text, "rules": Each("rule")}),
    "rule": ({"id": text}, {"shortDescription": "described", "help": "described"}),
    "described": ({"text": text}, {}),
    "base": ({}, {"uri": absolute_folder}),
    "invocation": ({"executionSuccessful": flag},
                   {"arguments": Each(text), "workingDirectory": "base",
                    "toolExecutionNotifications": Each("notification")}),
    "notification": ({"message": "described"}, {"level": one_of("none", "note", "warning", "error")}),
    "result": ({"message": "described"},
               {"ruleId": text, "level": one_of("none", "note", "warning", "error"), "occurrenceCount": positive,
                "locations": Each("location"), "relatedLocations": Each("location"), "codeFlows": Each("codeFlow"),
                "properties": bag}),
    "location": ({}, {"id": natural, "physicalLocation": "physical", "logicalLocations": Each("logical"),
                      "message": "described"}),
    "physical": ({"artifactLocation": "artifact"}, {"region": "region"}),  # one of the two, 3.29.2
    "artifact": ({"uri": uri}, {"uriBaseId": text}),
    "region": ({"startLine": positive}, {"startColumn": positive}),
    "logical": ({"fullyQualifiedName": text}, {"kind": text}),
    "codeFlow": ({"threadFlows": Each("threadFlow", 1)}, {}),
    "threadFlow": ({"locations": Each("step", 1)}, {"id": text}),
    "step": ({"location": "location"}, {}),
}


def fail(path, what):
    sys.exit(f"{path}: {what}")


def check(value, kind, path):
    if isinstance(kind, Values):
        for key, part in value.items():
            check(part, kind.kind, f"{path}.{key}")
    elif isinstance(kind, Each):
        if not isinstance(value, list) or len(value) < kind.least:
            fail(path, f"no list of {kind.least} and more")
        for index, part in enumerate(value):
            check(part, kind.kind, f"{path}[{index}]")
    elif callable(kind):
        if not kind(value):
            fail(path, f"not {kind.__name__}: {value!r}")
    else:
        check_object(value, *KINDS[kind], path)


def check_object(value, needed, allowed, path):
    if not isinstance(value, dict):
        fail(path, "no object")
    for key in needed:
        if key not in value:
            fail(path, f"no {key}")
    for key, part in value.items():
        if key not in needed and key not in allowed:
            fail(path, f"unknown {key}")
        check(part, needed.get(key) or allowed[key], f"{path}.{key}")


def check_run(run):
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    if len(set(rules)) != len(rules):
        fail("rules", "one is there twice")
    bases = run.get("originalUriBaseIds", {})
    for result in run["results"]:
        if result["ruleId"] not in rules:
            fail("results", f"no rule {result['ruleId']}")
        numbers = [location.get("id") for location in result.get("relatedLocations", [])]
        if None in numbers or len(set(numbers)) != len(numbers):  # 3.28.2
            fail("relatedLocations", f"ids are {numbers}")
        if not all(location["message"]["text"] for location in result.get("relatedLocations", [])):
            fail("relatedLocations", "one says nothing")
    for name in re.findall(r'"uriBaseId": "([^"]*)"', json.dumps(run)):
        if name not in bases:
            fail("originalUriBaseIds", f"no {name}")
    for rule in run["tool"]["driver"]["rules"]:
        if not rule["shortDescription"]["text"] or not rule["help"]["text"]:
            fail("rules", f"{rule['id']} says nothing")


with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
check(log, "log", "$")
for each in log["runs"]:
    check_run(each)
