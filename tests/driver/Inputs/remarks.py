"""Checks a document of remarks against docs/remarks.md: every field, its type, and that the counts add up.

usage: remarks.py FILE [source:kernel ...]    the units and kernels that it must hold, in order
"""
import json
import math
import re
import sys
from pathlib import Path

PLACE = {"file": (str, type(None)), "line": int, "column": int}
REMARK = {"kind": str, "count": int, **PLACE}
VARIANT = {"lanes": int, "width": int, "blocks": str, "form": (str, type(None)), "frame_bytes": (int, type(None)),
           "counts": dict, "remarks": list}
FALLBACK = {"lanes": int, "width": int, "blocks": str, "reason": str, **PLACE}
KERNEL = {"name": str, "demangled": str, "variants": list, "fallbacks": list, **PLACE}
UNIT = {"source": (str, type(None)), "kernels": list}
DOCUMENT = {"schema": str, "version": int, "units": list}


def check(thing, fields, optional=()):
    assert set(thing) - set(optional) == set(fields), f"fields {sorted(thing)}, not {sorted(fields)}"
    for name, kind in fields.items():
        assert isinstance(thing[name], kind), f"{name}: {thing[name]!r}"


def check_variant(variant, kinds):
    is_whole = variant["blocks"] == "whole"
    check(variant, VARIANT, ["size"] if is_whole else [])
    assert variant["width"] in (1, 8, 16, 32) and variant["lanes"] % variant["width"] == 0
    assert not is_whole or math.prod(variant["size"]) == variant["lanes"]
    assert is_whole or (variant["blocks"] in ("any", "rows", "full-rows") and variant["lanes"] == variant["width"])
    assert variant["form"] in ("plain", "coroutine") and (variant["form"] == "coroutine" or not variant["frame_bytes"])
    counts = {}
    for remark in variant["remarks"]:
        check(remark, REMARK, ["detail"])
        assert remark["kind"] in kinds, remark["kind"]
        counts[remark["kind"]] = counts.get(remark["kind"], 0) + remark["count"]
    assert counts == variant["counts"], f"{counts} != {variant['counts']}"


def main():
    document = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    described = (Path(__file__).parents[3] / "docs" / "remarks.md").read_text()
    kinds = set(re.findall(r"`([a-z]+\.[a-z-]+)`", described))
    check(document, DOCUMENT)
    assert document["schema"] == "softwarp-remarks" and document["version"] == 2
    found = []
    for unit in document["units"]:
        check(unit, UNIT)
        for kernel in unit["kernels"]:
            check(kernel, KERNEL)
            found.append(f"{unit['source'] or ''}:{kernel['demangled']}")
            assert kernel["variants"][-1]["lanes"] == 1
            for variant in kernel["variants"]:
                check_variant(variant, kinds)
            for fallback in kernel["fallbacks"]:
                check(fallback, FALLBACK, ["size"] if fallback["blocks"] == "whole" else [])
    assert found == sys.argv[2:], f"found {found}"


main()
