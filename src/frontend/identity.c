/* The identity of a translation unit.
 *
 * Host and device object of one .cu file find each other in the running program through 128 bits that both carry. They
 * are a hash of what tells this compilation from others (file, contents, headers, options, result) and not random, so
 * that equal input gives equal output. */
#include "frontend/frontend.h"
#include "softwarp/abi.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sw_hash add_text(struct sw_hash hash, const char *text) {
    return sw_hash_bytes(hash, text, strlen(text) + 1);
}

/* A relative path means a different file in each folder. */
static struct sw_hash add_path(struct sw_hash hash, const char *path) {
    char *real = realpath(path, NULL);
    hash = add_text(hash, real ? real : path);
    free(real);
    return hash;
}

/* The file with all that it includes: what changes in a header may change names of the unit, too. */
static struct sw_hash add_contents(struct sw_hash hash, const struct sw_source_files *files) {
    for (size_t i = 0; i < files->count; i++)
        hash = sw_hash_bytes(hash, files->at[i].text, files->at[i].size);
    return hash;
}

/* options: every word that changes the result. files: the source and what it includes. output: where the object goes in
 * the end. */
struct sw_identity sw_identity_of(const char *source, const struct sw_strings *options,
                                  const struct sw_source_files *files, const char *output) {
    struct sw_hash hash = add_path((struct sw_hash){0}, source);
    char *folder = realpath(".", NULL);
    hash = add_text(add_text(hash, folder ? folder : ""), output);
    free(folder);
    hash = add_contents(hash, files);
    for (size_t i = 0; i < options->count; i++)
        hash = add_text(hash, options->at[i]);
    struct sw_identity unit;
    struct swrt_fatbin fatbin = {.magic = {'S', 'O', 'F', 'T', 'W', 'A', 'R', 'P'}, .id0 = hash.a, .id1 = hash.b};
    _Static_assert(sizeof unit.fatbin == sizeof fatbin, "the payload of a host object");
    memcpy(unit.fatbin, &fatbin, sizeof fatbin);
    snprintf(unit.id, sizeof unit.id, "%016llx%016llx", (unsigned long long)hash.a, (unsigned long long)hash.b);
    return unit;
}
