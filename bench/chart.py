"""The results as an SVG chart: a row per workload, a mark per opponent, time relative to OpenMP by hand on a log scale.

Written by hand, without a library. Colours follow the reader's light or dark background; shapes differ too, so that the
marks can be told apart without colour.
"""
import math
from xml.sax.saxutils import escape

LEFT, RIGHT, TOP, ROW_HEIGHT, BOTTOM = 270, 150, 96, 30, 56
PLOT = 640  # width of the plot
SIZE = 6  # of a mark

# key, label, shape
MARKS = [("softwarp", "Softwarp", "circle"), ("limit", "limit of this machine", "triangle"), ("pocl", "PoCL", "square"),
         ("w1", "Softwarp, W = 1", "diamond")]

# No CSS variables: not every viewer knows them. Class -> property, colour on light, colour on dark.
COLOURS = {"paper": ("fill", "#ffffff", "#0d1117"), "ink": ("fill", "#1f2328", "#e6edf3"),
           "soft": ("fill", "#59636e", "#9198a1"), "grid": ("stroke", "#d0d7de", "#30363d"),
           "one": ("stroke", "#59636e", "#9198a1"), "bar": ("stroke", "#1f2328", "#e6edf3"),
           "softwarp": ("fill", "#0b62c4", "#58a6ff"), "limit": ("fill", "#2b7a3d", "#56d364"),
           "pocl": ("fill", "#b3541e", "#f0883e"), "w1": ("fill", "#8250c4", "#bc8cff")}
SHAPES = """text { font: 13px system-ui, "Segoe UI", "Helvetica Neue", sans-serif; }
.title { font-size: 17px; font-weight: 600; }
.soft { font-size: 12px; }
.grid { stroke-width: 1; }
.one { stroke-width: 1.5; }
.bar { stroke-width: 2; }"""


def style():
    """The style sheet: shapes, the light colours, the dark ones where the reader prefers them."""
    light = [f".{name} {{ {what}: {colour}; }}" for name, (what, colour, _) in COLOURS.items()]
    dark = [f"  .{name} {{ {what}: {colour}; }}" for name, (what, _, colour) in COLOURS.items()]
    return "\n".join([SHAPES, *light, "@media (prefers-color-scheme: dark) {", *dark, "}"])


def text(x, y, content, anchor="start", kind="ink"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(content)}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def polygon(points, kind, content):
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{corners}" class="{kind}">{content}</polygon>'


def mark(shape, x, y, kind, hover=""):
    content = f"<title>{escape(hover)}</title>" if hover else ""
    s = SIZE
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s}" class="{kind}">{content}</circle>'
    if shape == "square":
        return polygon([(x - s + 1, y - s + 1), (x + s - 1, y - s + 1), (x + s - 1, y + s - 1), (x - s + 1, y + s - 1)],
                       kind, content)
    if shape == "diamond":
        return polygon([(x, y - s), (x + s, y), (x, y + s), (x - s, y)], kind, content)
    return polygon([(x, y - s), (x + s, y + s - 1), (x - s, y + s - 1)], kind, content)


def relative_times(row):
    """Times relative to the row's baseline, and where the bar stands on that scale."""
    base = row["times"].get(row["baseline"])
    if not base:
        return {}, None
    times = {key: row["times"][key] / base for key, _, _ in MARKS if row["times"].get(key)}
    bars = [bar["at_most"] for bar in row["bars"] if bar["than"] == row["baseline"]]
    return times, bars[0] if bars else None


class Scale:
    """From a relative time to a place: whole decades, as many as the values need."""

    def __init__(self, values):
        self.low = math.floor(math.log10(min([*values, 0.5])))
        self.high = math.ceil(math.log10(max([*values, 2.0])))

    def place(self, value):
        return LEFT + PLOT * (math.log10(value) - self.low) / (self.high - self.low)

    def decades(self):
        return range(self.low, self.high + 1)


def decade_label(exponent):
    return f"{10 ** exponent:,} ×" if exponent >= 0 else f"1/{10 ** -exponent:,}"


def axis(scale, bottom):
    parts = []
    for exponent in scale.decades():
        x = scale.place(10.0 ** exponent)
        parts.append(line(x, TOP - 8, x, bottom, "one" if exponent == 0 else "grid"))
        parts.append(text(x, bottom + 18, decade_label(exponent), "middle", "soft"))
    middle = LEFT + PLOT / 2
    parts.append(text(middle, bottom + 40, "time relative to OpenMP by hand (s: OpenMP with the same atomics); "
                      "left is faster", "middle", "soft"))
    return parts


def legend():
    parts, x = [], LEFT
    for key, label, shape in MARKS:
        parts += [mark(shape, x, TOP - 32, key), text(x + 12, TOP - 28, label)]
        x += 34 + 7.2 * len(label)
    parts += [line(x, TOP - 39, x, TOP - 25, "bar"), text(x + 10, TOP - 28, "bar")]
    return parts


def verdict(row):
    """Softwarp's time, and whether the row's bars hold."""
    time = row["times"].get("softwarp")
    known = [bar["holds"] for bar in row["bars"] if bar["holds"] is not None]
    sign = ("✓" if all(known) else "✗") if known else ""
    return f"{time:.3g} ms {sign}" if time else ""


def draw_row(row, y, scale):
    times, bar = relative_times(row)
    title = row["title"] + (" (s)" if row["baseline"] == "same" else "")
    parts = [text(LEFT - 14, y + 4, title, "end"), line(LEFT, y, LEFT + PLOT, y, "grid")]
    if bar:
        parts.append(line(scale.place(bar), y - 8, scale.place(bar), y + 8, "bar"))
    for key, label, shape in reversed(MARKS):
        if key in times:
            hover = f"{row['title']}, {label}: {row['times'][key]:.3g} ms, {times[key]:.3g} x"
            parts.append(mark(shape, scale.place(times[key]), y, key, hover))
    parts.append(text(LEFT + PLOT + 14, y + 4, verdict(row)))
    return parts


def chart(found):
    """The SVG document."""
    rows = found["rows"]
    values = []
    for row in rows:
        times, bar = relative_times(row)
        values += [*times.values(), *([bar] if bar else [])]
    scale = Scale(values)
    bottom = TOP + ROW_HEIGHT * len(rows)
    width, height = LEFT + PLOT + RIGHT, bottom + BOTTOM
    machine = found["machine"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" role="img" aria-label="Softwarp against OpenMP, PoCL and the limit of the machine">',
             f"<style>\n{style()}\n</style>", f'<rect class="paper" width="{width}" height="{height}"/>',
             text(20, 30, f"Softwarp against OpenMP by hand and PoCL, {machine['threads']} threads", kind="ink title"),
             text(LEFT + PLOT + RIGHT - 20, 30, f"{machine['processor']}, {machine['date']}", "end", "soft")]
    parts += legend() + axis(scale, bottom)
    for i, row in enumerate(rows):
        parts += draw_row(row, TOP + ROW_HEIGHT * (i + 0.5), scale)
    return "\n".join([*parts, "</svg>", ""])
