"""From the rounds' samples to figures: the results as plain data (what the JSON file holds), and the table as text."""
from opponents import SWCC_FLAGS
from rounds import geometric_mean, ratio
from rows import MEAN_BAR_OPENMP, MEAN_BAR_POCL, ROWS

# key in the results, heading in the table
COLUMNS = [("w1", "W = 1"), ("softwarp", "Softwarp"), ("openmp", "OpenMP"), ("same", "same at."), ("pocl", "PoCL"),
           ("limit", "limit")]
CONTENDED = "On the rows where many threads fight for few addresses, {cores} CPU cores {verb} before the H200"
SUMS = {True: "added up first (--fast-atomics)", False: "each addition rounded (swcc without --fast-atomics)"}
VERB = {True: "finish", False: "do not all finish"}


def judge_bar(bar, row):
    """The bar as data: what was measured against it and whether it holds (None: not measured)."""
    if bar.than == "ms":
        value = row["times"].get("softwarp")
    else:
        value = row["ratios"].get(bar.than)
    return {"at_most": bar.factor, "than": bar.than, "measured": value,
            "holds": None if value is None else value <= bar.factor}


def row_result(definition, series):
    """One row of the results. series: opponent -> Series."""
    row = {"name": definition.name, "title": definition.title, "weight": definition.weight,
           "baseline": "same" if definition.same else "openmp", "h200_recorded": definition.h200,
           "contended": definition.contended}
    row["wrong"] = {key: s.wrong for key, s in series.items() if s.wrong}
    series = {key: s for key, s in series.items() if not s.wrong}  # a wrong result has no time
    row["times"] = {key: s.median() for key, s in series.items()}
    row["spread"] = {key: s.spread() for key, s in series.items()}
    row["noisy"] = [key for key, s in series.items() if s.noisy]
    row["samples"] = {key: [[s.median, s.others, s.wall] for s in series[key].samples] for key in series}
    mine = series.get("softwarp")
    row["ratios"] = {key: ratio(mine, s) for key, s in series.items() if mine and key != "softwarp"}
    row["bars"] = [judge_bar(bar, row) for bar in definition.bars]
    return row


def mean(rows, key_of):
    """Geometric mean of Softwarp's ratio to key_of(row), weighted; None when a row lacks it."""
    found = [(row["ratios"][key_of(row)], row["weight"]) for row in rows if key_of(row) in row["ratios"]]
    return geometric_mean(found)


def contended(rows):
    """Softwarp against the recorded H200 on the rows where many threads fight for few addresses."""
    lines = [{"name": row["name"], "softwarp": row["times"]["softwarp"], "h200_recorded": row["h200_recorded"]}
             for row in rows if row["contended"] and row["h200_recorded"] and "softwarp" in row["times"]]
    for line in lines:
        line["first"] = line["softwarp"] < line["h200_recorded"]
    return lines


def results(series, machine):
    """Everything that was found out. series: row name -> opponent -> Series."""
    rows = [row_result(definition, series[definition.name]) for definition in ROWS if definition.name in series]
    by_hand = mean(rows, lambda row: row["baseline"])
    pocl = mean(rows, lambda row: "pocl")
    overall = {
        "openmp": {"measured": by_hand, "at_most": MEAN_BAR_OPENMP,
                   "holds": None if by_hand is None else by_hand <= MEAN_BAR_OPENMP},
        "pocl": {"times_faster": None if pocl is None else 1 / pocl, "at_least": MEAN_BAR_POCL,
                 "holds": None if pocl is None else 1 / pocl >= MEAN_BAR_POCL},
        "openmp_only": mean(rows, lambda row: "openmp"),
        "w1": mean(rows, lambda row: "w1"),
        "contended": contended(rows),
    }
    return {"machine": machine, "rows": rows, "overall": overall}


def digits(value):
    """Three significant digits, no exponent."""
    if value is None:
        return "-"
    if value >= 99.95:
        return f"{value:.0f}"
    if value >= 9.995:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def bar_text(bar):
    if bar["than"] == "ms":
        return f"{bar['at_most']:g} ms"
    name = {"openmp": "OpenMP", "same": "same", "pocl": "PoCL"}[bar["than"]]
    return f"{bar['at_most']:g} {name}"


def holds_text(bars):
    """yes, no, or ? (not measured), one for each bar."""
    return ", ".join({True: "yes", False: "NO", None: "?"}[bar["holds"]] for bar in bars)


def faster(row, key):
    """How many times faster Softwarp is than `key`."""
    value = row["ratios"].get(key)
    return None if value is None else 1 / value


def cells(row):
    times = [digits(row["times"].get(key)) for key, _ in COLUMNS]
    against = digits(row["ratios"].get(row["baseline"])) + (" s" if row["baseline"] == "same" else "  ")
    bars = "; ".join(bar_text(bar) for bar in row["bars"])
    remark = "noisy: " + ", ".join(row["noisy"]) if row["noisy"] else ""
    for key, note in row["wrong"].items():
        remark = f"{key} is WRONG: {note}"
    return [row["title"], *times, digits(row["h200_recorded"]), against, digits(row["ratios"].get("limit")),
            digits(faster(row, "pocl")), digits(faster(row, "w1")), bars, holds_text(row["bars"]), remark]


HEADINGS = ["times in ms", *[heading for _, heading in COLUMNS], "H200 rec.", "/OpenMP  ", "/limit", "PoCL/", "W=1/",
            "bar: at most", "holds", ""]


def lay_out(lines, left=(0, 12, 13, 14)):
    """Lines of cells as text; the columns of `left` to the left, the others to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    texts = []
    for line in lines:
        parts = [cell.ljust(w) if i in left else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths))]
        texts.append("  ".join(parts).rstrip())
    return texts


def overall_lines(found):
    overall = found["overall"]
    absent = [row["name"] for row in found["rows"] if "softwarp" not in row["times"]]
    lines = [f"Not in the means: {', '.join(absent)}"] if absent else []
    if overall["openmp"]["measured"]:
        lines.append(f"Geometric mean: {digits(overall['openmp']['measured'])} x OpenMP by hand "
                     f"(bar: at most {MEAN_BAR_OPENMP:g}; rows marked s: OpenMP with the same atomics)")
    if overall["pocl"]["times_faster"]:
        lines.append(f"Geometric mean: {digits(overall['pocl']['times_faster'])} x faster than PoCL "
                     f"(bar: at least {MEAN_BAR_POCL:g})")
    if overall["w1"]:
        lines.append(f"Geometric mean: {digits(1 / overall['w1'])} x faster than Softwarp at W = 1")
    if overall["contended"]:
        all_first = all(line["first"] for line in overall["contended"])
        pairs = [f"{c['name']} {digits(c['softwarp'])} against {digits(c['h200_recorded'])} ms"
                 for c in overall["contended"]]
        lines.append(CONTENDED.format(cores=found["machine"]["threads"], verb=VERB[all_first]) + ":")
        lines.append("  " + ", ".join(pairs))
    lines.append("Sums of floats by atomics: " + SUMS[any("fast" in flag for flag in SWCC_FLAGS)])
    return lines


def table(found):
    """The results as text."""
    lines = lay_out([HEADINGS, *[cells(row) for row in found["rows"]]])
    lines.insert(1, "-" * max(len(line) for line in lines))
    return "\n".join([*lines, "", *overall_lines(found)])
