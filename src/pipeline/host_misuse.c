/* In: a host object of clang's that carries its bitcode from before any optimisation (section .llvmbc), with places.
 * Out: warnings and errors about what host code does that a GPU would not let it do. clang itself does not tell host
 * from device where names and pointers are used, so this is read out of what it made. */
#include "pipeline/host_misuse.h"

#include <llvm-c/DebugInfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/unit.h"
#include "pipeline/pipeline.h"

const char *sw_host_line(const struct sw_host_code *host, struct sw_place place) {
    struct sw_arena *arena = host->ir->arena;
    const char *at = place.file ? sw_read_file(arena, place.file, NULL) : NULL;
    for (unsigned number = place.line; at && number > 1; number--) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return at ? sw_arena_strndup(arena, at, strcspn(at, "\n")) : NULL;
}

/* As clang shows it. */
void sw_host_show_line(const struct sw_host_code *host, struct sw_place place) {
    const char *line = sw_host_line(host, place);
    if (!line || !place.column || strlen(line) < place.column)
        return;
    fprintf(stderr, "%5u | %s\n      | ", place.line, line);
    for (unsigned i = 1; i < place.column; i++)
        fputc(line[i - 1] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

/* A file below this folder as it is named from here, if the source was. */
static const char *as_given(const struct sw_host_code *host, const char *file) {
    char here[PATH_MAX];
    bool is_named_so = host->source && host->source[0] != '/' && getcwd(here, sizeof here) &&
                       sw_starts_with(file, here);
    return is_named_so && file[strlen(here)] == '/' ? file + strlen(here) + 1 : file;
}

struct sw_place sw_host_place(const struct sw_host_code *host, LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location)
        return SW_NOWHERE;
    const char *file = sw_path_of_scope(host->ir->arena, LLVMDILocationGetScope(location));
    return (struct sw_place){file ? as_given(host, file) : "", LLVMDILocationGetLine(location),
                             LLVMDILocationGetColumn(location)};
}

static int compare_numbers(unsigned a, unsigned b) {
    return (a > b) - (a < b);
}

int sw_host_compare_places(struct sw_place a, struct sw_place b) {
    int order = strcmp(a.file, b.file);
    order = order ? order : compare_numbers(a.line, b.line);
    return order ? order : compare_numbers(a.column, b.column);
}

void sw_host_tell_once(const void *search, void *found, size_t count, size_t size,
                       int (*in_order)(const void *first, const void *second),
                       void (*tell)(const void *search, const void *found)) {
    if (count)
        qsort(found, count, size, in_order);
    for (size_t i = 0; i < count; i++) {
        const char *at = (const char *)found + i * size;
        if (!i || in_order(at - size, at))
            tell(search, at);
    }
}

bool sw_tell_host(struct sw_unit *unit, const char *object, const struct sw_diagnosed *diagnosed) {
    struct sw_host_code host = {unit, &unit->ir, diagnosed, unit->options.source};
    if (!sw_load_host(&unit->ir, object))
        return true;
    sw_tell_shadows(&host);
    sw_tell_device_pointers(&host);
    return !sw_error_count();
}
