/* The page that --html writes: explore_html.c puts it together, explore_html_page.c has what is the same on each,
 * explore_svg.c the pictures, which explore_svg_files.c writes to files of their own (--svg). */
#ifndef SWRT_TOOL_EXPLORE_HTML_H
#define SWRT_TOOL_EXPLORE_HTML_H

#include "explore.h"

extern const char explore_svg_style[], explore_html_style[], explore_html_script[];

/* What edges mean, in the order of the legend. */
struct explore_legend {
    const char *kind, *meaning;
};
extern const struct explore_legend explore_html_legend[];
extern const unsigned explore_html_legend_count;

/* A text as a page has it: <, >, & and quotes as entities. */
void explore_html_text(FILE *to, const char *text);
/* Colours of edges as rules of a style sheet, and their heads, which pictures name. */
void explore_svg_colours(FILE *to);
void explore_svg_arrows(FILE *to);
/* An execution: a column for each thread that does something, time going down. is_alone: as a file of its own. */
void explore_put_svg(FILE *to, const struct explore_launch *l, const struct explore_witness *w, bool is_alone);

#endif
