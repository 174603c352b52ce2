/* Remarks in objects (--keep-remarks): what was said of a unit stays with its code, through archives, partial links and
 * the link, so that the document of a program can be made at any time, also where a compiler cache has found the objects.
 *
 *      section .debug.softwarp.remarks, not loaded: entries (base/entry.c) "SWREMJ01" the unit's JSON,
 *                                                                          "SWREMT01" the text of -Rsoftwarp
 *
 * The name begins as those of debug information do: what strips that (strip, ld -s) strips remarks, too. */
#include "pipeline/pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char section[] = ".debug.softwarp.remarks", json_magic[] = "SWREMJ01", text_magic[] = "SWREMT01";

/* What a writer writes, as an entry. */
static char *entry_of(const struct sw_unit *unit, const char *magic, void (*write)(const struct sw_unit *, FILE *),
                      size_t *whole) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    write(unit, to);
    fclose(to);
    char *entry = sw_entry_of(unit->ir.arena, magic, text, size, whole);
    free(text);
    return entry;
}

bool sw_remarks_keep(const struct sw_unit *unit) {
    size_t json_size, text_size;
    const char *json = entry_of(unit, json_magic, sw_remarks_write, &json_size);
    const char *text = entry_of(unit, text_magic, sw_remarks_tell, &text_size);
    char *both = sw_arena_alloc(unit->ir.arena, json_size + text_size);
    memcpy(both, json, json_size);
    memcpy(both + json_size, text, text_size);
    if (sw_elf_add_section(unit->options.output, section, both, json_size + text_size))
        return true;
    sw_error((struct sw_place){unit->options.output, 0, 0}, "cannot put the remarks into the object");
    return false;
}

/* What a walk over files reads, and where that goes. */
struct reader {
    const char *magic, *separator;
    FILE *to;
    size_t units;
};

static bool read_entries(void *context, const char *object, const char *bytes, size_t size) {
    struct reader *r = context;
    struct sw_entry entry;
    while (sw_next_entry(&bytes, &size, &entry)) {
        if (!sw_is_entry(&entry, json_magic) && !sw_is_entry(&entry, text_magic)) {
            sw_error((struct sw_place){object, 0, 0}, "its remarks are damaged, or of another version of Softwarp");
            return false;
        }
        if (!sw_is_entry(&entry, r->magic))
            continue;
        fputs(r->units++ ? r->separator : "", r->to);
        fwrite(entry.bytes, 1, entry.size, r->to);
    }
    return true;
}

/* A library may be named more than once, for the linker's sake. */
static bool is_named_before(const struct sw_strings *files, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (sw_equal(files->at[k], files->at[i]))
            return true;
    return false;
}

static bool read_files(struct reader *reader, const struct sw_strings *files) {
    struct sw_sections sections = {.name = section, .visit = read_entries, .context = reader};
    for (size_t i = 0; i < files->count; i++)
        if (!is_named_before(files, i) && !sw_elf_walk(files->at[i], &sections))
            return false;
    return true;
}

/* In memory first: a document is written whole, or not at all. */
static size_t write_document(const struct sw_strings *files, const char *path) {
    char *text = NULL;
    size_t size = 0;
    struct reader reader = {.magic = json_magic, .separator = ",  ", .to = open_memstream(&text, &size)};
    fputs("{\"schema\": \"softwarp-remarks\", \"version\": 2, \"units\": [\n  ", reader.to);
    bool is_read = read_files(&reader, files);
    fputs("]}\n", reader.to);
    fclose(reader.to);
    if (is_read && !sw_write_file(path, text, size))
        sw_error((struct sw_place){path, 0, 0}, "cannot write the remarks: %s", strerror(errno));
    free(text);
    return reader.units;
}

static const char how_to[] = "objects have remarks that were compiled with --remarks=FILE";

bool sw_remarks_join(const struct sw_strings *files, const char *path) {
    size_t units = write_document(files, path);
    if (!units && !sw_error_count())
        sw_note(SW_NOWHERE, "%s is empty: %s", path, how_to);
    return !sw_error_count();
}

static bool can_have_remarks(const struct sw_strings *files) {
    for (size_t i = 0; i < files->count; i++)
        if (!sw_file_exists(files->at[i]))
            sw_error((struct sw_place){files->at[i], 0, 0}, "%s", strerror(errno));
        else if (!sw_is_elf(files->at[i]))
            sw_error((struct sw_place){files->at[i], 0, 0}, "this is no object, library or program");
    return !sw_error_count();
}

bool sw_remarks_show(const struct sw_strings *files, const char *path) {
    if (!can_have_remarks(files))
        return false;
    struct reader reader = {.magic = text_magic, .separator = "", .to = stdout};
    size_t units = path ? write_document(files, path) : (read_files(&reader, files), reader.units);
    if (!units && !sw_error_count())
        sw_error(SW_NOWHERE, "there are no remarks: %s, unless these were stripped", how_to);
    return !sw_error_count();
}
