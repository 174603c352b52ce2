/* Arena: memory of one compilation.
 *
 * A compilation allocates many small things that all live until it ends, so they are carved from large chunks and
 * freed together; nobody keeps track of owners. Running out of memory stops the process: no caller could go on. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t capacity, used;
    _Alignas(ALIGNMENT) char bytes[];
};

struct sw_arena {
    struct chunk *chunks; /* the newest first: the only one that still has room */
};

static void *allocate_or_stop(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) {
        fprintf(stderr, "out of memory (%zu bytes wanted)\n", bytes);
        exit(1);
    }
    return memory;
}

static struct chunk *add_chunk(struct sw_arena *arena, size_t least) {
    size_t capacity = least > CHUNK_BYTES ? least : CHUNK_BYTES;
    struct chunk *chunk = allocate_or_stop(sizeof(struct chunk) + capacity);
    chunk->capacity = capacity;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    return chunk;
}

/* A new, empty arena. */
struct sw_arena *sw_arena_create(void) {
    return allocate_or_stop(sizeof(struct sw_arena));
}

/* Frees the arena and everything in it. Null is allowed. */
void sw_arena_destroy(struct sw_arena *arena) {
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

/* Zeroed memory, 16-byte aligned. Zero bytes give a valid pointer too. */
void *sw_arena_alloc(struct sw_arena *arena, size_t bytes) {
    if (bytes > SIZE_MAX / 2)
        sw_bug("an allocation of %zu bytes", bytes);
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct chunk *chunk = arena->chunks;
    if (!chunk || chunk->capacity - chunk->used < rounded)
        chunk = add_chunk(arena, rounded);
    void *memory = chunk->bytes + chunk->used;
    chunk->used += rounded;
    return memory;
}

/* A copy of a string. */
char *sw_arena_strdup(struct sw_arena *arena, const char *text) {
    return sw_arena_strndup(arena, text, strlen(text));
}

/* A copy of the first `length` bytes, zero-ended. */
char *sw_arena_strndup(struct sw_arena *arena, const char *text, size_t length) {
    char *copy = sw_arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

/* The formatted text, as printf would write it. */
char *sw_arena_printf(struct sw_arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        sw_bug("cannot format \"%s\"", format);
    char *text = sw_arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
