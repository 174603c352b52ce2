/* ELF objects and archives, read with libelf: the symbol through which a host object of relocatable device code
 * registers, and the device code that objects carry for the final link.
 *
 * Section .softwarp.bitcode holds entries (base/entry.c) of LLVM bitcode. An object made by -dlink has a section
 * .softwarp.linked with the 16-byte hashes of the pieces that it was made of: these are not linked again. Nor is what a
 * shared library holds, which has its own device link behind it. */
#include "frontend/frontend.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

static const char code_section[] = ".softwarp.bitcode", linked_section[] = ".softwarp.linked";
static const char entry_magic[] = "SWBITC01";

struct collection {
    struct sw_arena *arena;
    const char *folder; /* null: pieces are counted, not written */
    struct sw_strings *files;
    struct sw_strings objects;     /* that they come from */
    SW_VEC(struct sw_hash) linked; /* hashes of pieces not to be collected (again) */
    bool failed;
};

static bool note_linked(void *context, const char *object, const char *bytes, size_t size) {
    struct collection *c = context;
    for (; size >= sizeof(struct sw_hash); bytes += sizeof(struct sw_hash), size -= sizeof(struct sw_hash)) {
        struct sw_hash hash;
        memcpy(&hash, bytes, sizeof hash);
        sw_vec_push(c->arena, &c->linked, hash);
    }
    return true;
}

static bool is_linked(const struct collection *c, struct sw_hash hash) {
    for (size_t i = 0; i < c->linked.count; i++)
        if (c->linked.at[i].a == hash.a && c->linked.at[i].b == hash.b)
            return true;
    return false;
}

/* An object that is named twice, or is in an archive too, is linked once by the host linker as well. */
static bool add_piece(struct collection *c, const char *object, const char *bytes, size_t size) {
    struct sw_hash hash = sw_hash_bytes((struct sw_hash){0}, bytes, size);
    if (is_linked(c, hash))
        return true;
    sw_vec_push(c->arena, &c->linked, hash);
    const char *path = sw_arena_printf(c->arena, "%s/%04zu.bc", c->folder ? c->folder : "", c->files->count);
    sw_vec_push(c->arena, c->files, path);
    sw_vec_push(c->arena, &c->objects, sw_arena_strdup(c->arena, object));
    if (!c->folder || sw_write_file(path, bytes, size))
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", path, strerror(errno));
    c->failed = true;
    return false;
}

static bool add_entries(void *context, const char *object, const char *bytes, size_t size) {
    struct collection *c = context;
    struct sw_entry entry;
    while (sw_next_entry(&bytes, &size, &entry)) {
        if (!sw_is_entry(&entry, entry_magic)) {
            sw_error(SW_NOWHERE, "'%s': its device code is damaged, or made by another version of Softwarp", object);
            c->failed = true;
            return false;
        }
        if (!add_piece(c, object, entry.bytes, entry.size))
            return false;
    }
    return true;
}

static void write_list(struct collection *c, const char *name, const void *bytes, size_t size) {
    const char *path = sw_arena_printf(c->arena, "%s/%s", c->folder, name);
    if (sw_write_file(path, bytes, size))
        return;
    sw_error(SW_NOWHERE, "cannot write %s: %s", path, strerror(errno));
    c->failed = true;
}

/* Whether an object lies where this run has its own files, as the folder of pieces does: nobody else knows it. */
static bool is_intermediate(const struct collection *c, const char *object) {
    const char *slash = strrchr(c->folder, '/');
    size_t length = slash ? (size_t)(slash + 1 - c->folder) : 0;
    return length && !strncmp(object, c->folder, length) && !strchr(object + length, '/');
}

/* Leaves the list of what was linked where the device link puts it into its object, and for its messages the objects
 * that the pieces come from, a line each; an empty one when it is an intermediate file. */
static void write_lists(struct collection *c) {
    const char *lines = "";
    for (size_t i = 0; i < c->objects.count; i++)
        lines = sw_arena_printf(c->arena, "%s%s\n", lines,
                                is_intermediate(c, c->objects.at[i]) ? "" : c->objects.at[i]);
    write_list(c, "linked", c->linked.at, c->linked.count * sizeof *c->linked.at);
    write_list(c, "objects", lines, strlen(lines));
}

static void collect(struct collection *c, const struct sw_strings *objects) {
    struct sw_sections linked = {.name = linked_section, .of_objects = true, .visit = note_linked, .context = c};
    struct sw_sections code = {
        .name = code_section, .of_objects = true, .is_quiet = true, .visit = add_entries, .context = c};
    for (size_t i = 0; i < objects->count; i++)
        sw_elf_walk(objects->at[i], &linked);
    for (size_t i = 0; i < objects->count && !c->failed; i++)
        sw_elf_walk(objects->at[i], &code);
}

/* Whether the objects and archives carry relocatable device code that is not linked yet. */
bool sw_has_device_code(struct sw_arena *arena, const struct sw_strings *objects) {
    struct sw_strings files = {0};
    collect(&(struct collection){.arena = arena, .files = &files}, objects);
    return files.count;
}

/* Writes each piece of relocatable device code to folder/NNNN.bc, adds these names to `files` and leaves the lists of
 * their hashes in folder/linked and of their objects in folder/objects. False when an error was reported. */
bool sw_collect_device_code(struct sw_arena *arena, const struct sw_strings *objects, const char *folder,
                            struct sw_strings *files) {
    struct collection collection = {.arena = arena, .folder = folder, .files = files};
    collect(&collection, objects);
    if (!collection.failed)
        write_lists(&collection);
    return !collection.failed;
}

static const char *find_undefined(struct sw_arena *arena, Elf *elf, Elf_Scn *section, const char *prefix) {
    GElf_Shdr header;
    Elf_Data *data = elf_getdata(section, NULL);
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !data)
        return NULL;
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (symbol.st_shndx == SHN_UNDEF && name && sw_starts_with(name, prefix))
            return sw_arena_strdup(arena, name);
    }
    return NULL;
}

/* The undefined __cudaRegisterLinkedBinary.. of a host object compiled with -fgpu-rdc; null when there is none (the
 * file has no device code). */
const char *sw_register_symbol(struct sw_arena *arena, const char *object) {
    if (elf_version(EV_CURRENT) == EV_NONE)
        sw_bug("libelf is too old");
    int fd = open(object, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    const char *found = NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF)
        for (Elf_Scn *section = NULL; !found && (section = elf_nextscn(elf, section));)
            found = find_undefined(arena, elf, section, "__cudaRegisterLinkedBinary");
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return found;
}
