/* What was explored, as a page that needs nothing else (explore_html.h): of each launch the outcomes as a table, what the text
 * says of it, and an execution of each outcome as a picture, which is played step by step where it is an interleaving. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "explore_html.h"

enum { VALUE_TEXT = 160 };

void explore_html_text(FILE *to, const char *text) {
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '&':
            fputs("&amp;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            fputc(*text, to);
        }
}

/* An element with a text, which is freed. */
static void put_element(FILE *to, const char *tag, char *text) {
    fprintf(to, "<%s>", tag);
    explore_html_text(to, text);
    fprintf(to, "</%s>\n", tag);
    free(text);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static void put_cell(FILE *to, const char *text) {
    fputs("<td>", to);
    explore_html_text(to, text);
    fputs("</td>", to);
}

static void put_values(FILE *to, const struct explore_launch *l, const struct explore_outcome *o) {
    for (size_t i = 0; i < l->num_watched; i++) {
        char value[VALUE_TEXT] = "";
        if (o->ending == SWRT_EXPLORE_ENDS)
            explore_value_text(&l->watched[i], o->values[i], value, sizeof value);
        put_cell(to, value);
    }
}

static void put_notes(FILE *to, const struct explore_outcome *o) {
    fputs("<td>", to);
    for (size_t i = 0; i < o->lines.num_notes; i++) {
        fputs(i ? "; " : "", to);
        explore_html_text(to, o->lines.notes[i]);
    }
    fputs("</td>", to);
}

static void put_row(FILE *to, const struct explore_launch *l, size_t number) {
    const struct explore_outcome *o = &l->outcomes[number];
    char *verdict = explore_verdict_text(o);
    fputs(o->is_forbidden ? "<tr class=\"unwanted\">" : "<tr>", to);
    put_values(to, l, o);
    fprintf(to, "<td><a href=\"#l%" PRIu64 "o%zu\">", l->number, number + 1);
    explore_html_text(to, verdict);
    fputs("</a></td>", to);
    put_cell(to, o->is_interleaving ? "yes" : "no");
    put_cell(to, o->is_x86 ? "yes" : "no");
    put_notes(to, o);
    fputs("</tr>\n", to);
    free(verdict);
}

static void put_table(FILE *to, const struct explore_launch *l) {
    fputs("<table>\n<tr>", to);
    for (size_t i = 0; i < l->num_watched; i++) {
        fputs("<th>", to);
        explore_html_text(to, l->watched[i].name);
        fputs("</th>", to);
    }
    fputs("<th>outcome</th><th>interleaving</th><th>x86</th><th>why</th></tr>\n", to);
    for (size_t i = 0; i < l->num_outcomes; i++)
        put_row(to, l, i);
    fputs("</table>\n", to);
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

static void put_figure(FILE *to, const struct explore_launch *l, const struct explore_witness *w) {
    fputs("<figure", to);
    for (size_t i = 0; i < w->num_order; i++)
        fprintf(to, "%s%u", i ? " " : " data-order=\"", w->order[i]);
    fputs(w->num_order ? "\">\n<button>back</button> <button>next</button> <output></output><br>\n" : ">\n", to);
    explore_put_svg(to, l, w, false);
    fputs("</figure>\n", to);
}

static void put_outcome(FILE *to, const struct explore_launch *l, size_t number) {
    const struct explore_outcome *o = &l->outcomes[number];
    fprintf(to, "<section id=\"l%" PRIu64 "o%zu\">\n", l->number, number + 1);
    put_element(to, "h3", explore_outcome_text(l, o));
    if (o->ending == SWRT_EXPLORE_ENDS)
        put_element(to, "p", explore_verdict_text(o));
    if (o->witness.num_events)
        put_figure(to, l, &o->witness);
    fputs("</section>\n", to);
}

static void put_refutation(FILE *to, const struct explore_launch *l, const struct explore_options *options) {
    if (!l->axiom)
        return;
    fputs("<details>\n<summary>", to);
    explore_html_text(to, explore_asked_text(options));
    fputs(": an execution that is forbidden by ", to);
    explore_html_text(to, l->axiom);
    fputs("</summary>\n", to);
    put_figure(to, l, &l->refuted);
    fputs("</details>\n", to);
}

/* ---------------------------------------------------------------------------------------------------------------- */

static void put_launch(FILE *to, const struct explore_launch *l, const struct explore_options *options) {
    fputs("<section>\n", to);
    put_element(to, "h2", explore_head_text(l));
    if (!l->refused)
        put_table(to, l);
    put_element(to, "pre", explore_findings_text(l, options));
    put_refutation(to, l, options);
    for (size_t i = 0; i < l->num_outcomes; i++)
        put_outcome(to, l, i);
    fputs("</section>\n", to);
}

static void put_legend(FILE *to) {
    fputs("<nav>\n", to);
    for (unsigned i = 0; i < explore_html_legend_count; i++)
        fprintf(to, "<label class=\"%s\"><input type=\"checkbox\" value=\"%s\" checked>%s: %s</label>\n",
                explore_html_legend[i].kind, explore_html_legend[i].kind, explore_html_legend[i].kind,
                explore_html_legend[i].meaning);
    fputs("</nav>\n<svg width=\"0\" height=\"0\">", to);
    explore_svg_arrows(to);
    fputs("</svg>\n", to);
}

void explore_write_html(FILE *to, const struct explore_results *r, const struct explore_options *options) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>softwarp explore", to);
    for (char **word = options->program; *word; word++) {
        fputc(' ', to);
        explore_html_text(to, *word);
    }
    fprintf(to, "</title>\n<style>\n%s%s", explore_svg_style, explore_html_style);
    explore_svg_colours(to);
    fputs("</style>\n</head>\n<body>\n<h1>", to);
    explore_html_text(to, options->program[0]);
    fputs("</h1>\n", to);
    put_legend(to);
    for (size_t i = 0; i < r->count; i++)
        put_launch(to, &r->launches[i], options);
    fprintf(to, "<script>\n%s</script>\n</body>\n</html>\n", explore_html_script);
}
