/* Remarks for programs (docs/remarks.md). One run of softwarp-cc writes one unit; remark_object.c makes a document of
 * several. */
#include "pipeline/pipeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const block_names[] = {"any", "rows", "full-rows", "whole"};

/* Of the character that starts here; 0: it is not UTF-8. */
static size_t utf8_length(const unsigned char *at) {
    size_t length = *at < 0x80 ? 1 : *at < 0xc2 || *at > 0xf4 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool is_overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool is_beyond = (*at == 0xed && at[1] > 0x9f) || (*at == 0xf4 && at[1] > 0x8f);
    return is_overlong || is_beyond ? 0 : length;
}

/* Paths may hold anything: a byte that is not UTF-8 becomes U+FFFD. */
void sw_json_string(FILE *to, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', to);
    while (*at) {
        size_t length = utf8_length(at);
        if (*at == '"' || *at == '\\')
            fprintf(to, "\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f)
            fprintf(to, "\\u%04x", *at);
        else if (length)
            fwrite(at, 1, length, to);
        else
            fputs("\\ufffd", to);
        at += length ? length : 1;
    }
    fputc('"', to);
}

static void write_place(FILE *to, struct sw_place place) {
    fputs("\"file\": ", to);
    if (place.file)
        sw_json_string(to, place.file);
    else
        fputs("null", to);
    fprintf(to, ", \"line\": %u, \"column\": %u", place.line, place.column);
}

static void write_remark(FILE *to, const struct sw_remark *r) {
    fprintf(to, "{\"kind\": \"%s\", ", sw_remark_texts[r->kind].name);
    write_place(to, r->place);
    fprintf(to, ", \"count\": %u", r->count);
    if (r->detail) {
        fputs(", \"detail\": ", to);
        sw_json_string(to, r->detail);
    }
    fputc('}', to);
}

static void write_counts(FILE *to, const struct sw_remark_variant *v) {
    unsigned counts[SW_REMARK_COUNT] = {0};
    const char *comma = "";
    for (size_t i = 0; i < v->list.count; i++)
        counts[v->list.at[i].kind] += v->list.at[i].count;
    fputs("\"counts\": {", to);
    for (int kind = 0; kind < SW_REMARK_COUNT; kind++)
        if (counts[kind]) {
            fprintf(to, "%s\"%s\": %u", comma, sw_remark_texts[kind].name, counts[kind]);
            comma = ", ";
        }
    fputc('}', to);
}

static void write_form(FILE *to, const struct sw_remark_variant *v) {
    fprintf(to, "\n        {\"lanes\": %u, \"width\": %u, \"blocks\": \"%s\", ", v->lanes, v->width,
            block_names[v->blocks]);
    if (v->blocks == SWRT_BLOCKS_WHOLE)
        fprintf(to, "\"size\": [%u, %u, %u], ", v->size[0], v->size[1], v->size[2]);
}

static void write_variant(FILE *to, const struct sw_remark_variant *v) {
    write_form(to, v);
    if (v->frame == SW_FRAME_UNKNOWN)
        fputs("\"form\": null, \"frame_bytes\": null,\n         ", to);
    else
        fprintf(to, "\"form\": \"%s\", \"frame_bytes\": %" PRId64 ",\n         ", v->waits ? "coroutine" : "plain",
                v->frame);
    write_counts(to, v);
    fputs(",\n         \"remarks\": [", to);
    for (size_t i = 0; i < v->list.count; i++) {
        fputs(i ? ",\n           " : "\n           ", to);
        write_remark(to, &v->list.at[i]);
    }
    fputs("]}", to);
}

static void write_fallback(FILE *to, const struct sw_remark_variant *v) {
    write_form(to, v);
    fputs("\"reason\": ", to);
    sw_json_string(to, v->obstacle);
    fputs(", ", to);
    write_place(to, v->where);
    fputc('}', to);
}

/* Those with code, or those without. */
static void write_variants(FILE *to, const struct sw_remark_kernel *kernel, bool with_code) {
    bool is_first = true;
    for (size_t i = 0; i < kernel->variants.count; i++) {
        const struct sw_remark_variant *v = &kernel->variants.at[i];
        if (with_code == (v->obstacle != NULL))
            continue;
        fputs(is_first ? "" : ",", to);
        is_first = false;
        if (with_code)
            write_variant(to, v);
        else
            write_fallback(to, v);
    }
}

static void write_kernel(FILE *to, const struct sw_remark_kernel *kernel) {
    fputs("\n    {\"name\": ", to);
    sw_json_string(to, kernel->name);
    fputs(", \"demangled\": ", to);
    sw_json_string(to, kernel->demangled);
    fputs(", ", to);
    write_place(to, kernel->place);
    fputs(",\n      \"variants\": [", to);
    write_variants(to, kernel, true);
    fputs("],\n      \"fallbacks\": [", to);
    write_variants(to, kernel, false);
    fputs("]}", to);
}

void sw_remarks_write(const struct sw_unit *unit, FILE *to) {
    fputs("{\"source\": ", to);
    if (unit->options.source)
        sw_json_string(to, unit->options.source);
    else
        fputs("null", to);
    fputs(", \"kernels\": [", to);
    for (size_t i = 0; i < unit->remarks.kernels.count; i++) {
        fputs(i ? "," : "", to);
        write_kernel(to, &unit->remarks.kernels.at[i]);
    }
    fputs("]}\n", to);
}
