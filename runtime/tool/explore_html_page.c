/* What each page of --html has: how it looks, what its edges mean, and the script that plays interleavings. Nothing is
 * loaded from elsewhere. Pictures of their own (--svg) look the same. */
#include "explore_html.h"

const struct explore_legend explore_html_legend[] = {
    {"po", "program order"},
    {"rf", "is read from"},
    {"co", "is written before"},
    {"fr", "is read before that is written"},
    {"sync", "synchronises"},
    {"barrier", "meet"},
    {"sc", "order of sequential fences"},
    {"obs", "is observed, through read-modify-writes"},
    {"needs", "depends"},
};
const unsigned explore_html_legend_count = sizeof explore_html_legend / sizeof *explore_html_legend;

/* Of pictures, whose readers need not know variables. */
const char explore_svg_style[] = "svg { font: 12px monospace }\n"
                                 "svg text { fill: #111 }\n"
                                 "svg .place { opacity: 0.7 }\n"
                                 "svg .thread { font-weight: bold }\n"
                                 "svg rect { fill: #f4f4f4; stroke: #bbb }\n"
                                 "svg path { fill: none; stroke-width: 1.5 }\n"
                                 "svg path.step { stroke-width: 4 }\n"
                                 "svg path.meets { stroke-dasharray: 5 3 }\n"
                                 "svg .name { paint-order: stroke; stroke: #fff; stroke-width: 4px }\n"
                                 "@media (prefers-color-scheme: dark) {\n"
                                 "  svg text { fill: #eee }\n"
                                 "  svg rect { fill: #262626; stroke: #555 }\n"
                                 "  svg .name { stroke: #181818 }\n"
                                 "}\n";

const char explore_html_style[] =
    ":root { color-scheme: light dark; --paper: #fff; --ink: #111; --line: #bbb; --mark: #ffe28a }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --paper: #181818; --ink: #eee; --line: #555; --mark: #6b5300 }\n"
    "}\n"
    "body { font: 15px sans-serif; margin: 2em; background: var(--paper); color: var(--ink) }\n"
    "table { border-collapse: collapse }\n"
    "th, td { border: 1px solid var(--line); padding: 0.2em 0.7em; text-align: left }\n"
    "pre, output { font: 12px monospace }\n"
    "figure { margin: 0.5em 0 2em; overflow-x: auto }\n"
    "nav { position: sticky; top: 0; background: var(--paper); padding: 0.4em 0; z-index: 1 }\n"
    "nav label { margin-right: 1em; border-bottom: 3px solid }\n"
    "section { scroll-margin-top: 3em }\n"
    "figure.plays g.event { opacity: 0.35 }\n"
    "figure.plays g.done { opacity: 1 }\n"
    "g.now rect { fill: var(--mark) }\n"
    ".unwanted { color: crimson }\n";

/* A figure with an order of events is played: what has been done up to now is bright, and its writes are memory. */
const char explore_html_script[] =
    "for (const figure of document.querySelectorAll('figure[data-order]')) {\n"
    "  const find = number => figure.querySelector(`[data-event=\"${number}\"]`);\n"
    "  const events = figure.dataset.order.split(' ').map(find);\n"
    "  const least = events.filter(event => event.dataset.thread < 0).length;\n"
    "  const [back, next] = figure.querySelectorAll('button');\n"
    "  let at = least;\n"
    "  const show = by => {\n"
    "    const memory = new Map();\n"
    "    at = Math.min(Math.max(at + by, least), events.length);\n"
    "    events.forEach((event, number) => {\n"
    "      event.classList.toggle('done', number < at);\n"
    "      event.classList.toggle('now', number === at - 1 && at > least);\n"
    "      if (number < at && event.dataset.kind === 'write')\n"
    "        memory.set(event.dataset.name, event.dataset.value);\n"
    "    });\n"
    "    back.disabled = at === least;\n"
    "    next.disabled = at === events.length;\n"
    "    figure.querySelector('output').textContent = `${at - least} of ${events.length - least}: ` +\n"
    "      [...memory].map(([name, value]) => `${name} = ${value}`).join(', ');\n"
    "  };\n"
    "  back.onclick = () => { figure.classList.add('plays'); show(-1); };\n"
    "  next.onclick = () => { figure.classList.add('plays'); show(1); };\n"
    "  show(0);\n"
    "}\n"
    "for (const box of document.querySelectorAll('nav input'))\n"
    "  box.onchange = () => {\n"
    "    for (const edge of document.querySelectorAll('svg .' + box.value))\n"
    "      edge.style.display = box.checked ? '' : 'none';\n"
    "  };\n";
