/* ELF files, by libelf: what sections of a name hold in objects, archives, libraries and programs; and one section more
 * for an object. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void ask_for_libelf(void) {
    if (elf_version(EV_CURRENT) == EV_NONE)
        sw_bug("libelf is too old");
}

static const char *section_name(Elf *elf, Elf_Scn *section) {
    size_t names;
    GElf_Shdr header;
    if (elf_getshdrstrndx(elf, &names) != 0 || !gelf_getshdr(section, &header))
        return "";
    const char *name = elf_strptr(elf, names, header.sh_name);
    return name ? name : "";
}

static bool is_object(Elf *elf) {
    GElf_Ehdr header;
    return gelf_getehdr(elf, &header) && header.e_type == ET_REL;
}

static bool walk_sections(Elf *elf, const char *path, const struct sw_sections *sections) {
    if (sections->of_objects && !is_object(elf))
        return true;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        if (!sw_equal(section_name(elf, section), sections->name))
            continue;
        for (Elf_Data *data = NULL; (data = elf_rawdata(section, data));)
            if (data->d_buf && !sections->visit(sections->context, path, data->d_buf, data->d_size))
                return false;
    }
    return true;
}

/* The object, or each member of the archive. Files that are neither (linker scripts) hold nothing for us. */
static bool walk_elf(Elf *elf, int fd, const char *path, const struct sw_sections *sections) {
    if (elf_kind(elf) == ELF_K_ELF)
        return walk_sections(elf, path, sections);
    if (elf_kind(elf) != ELF_K_AR)
        return true;
    bool go_on = true;
    Elf_Cmd command = ELF_C_READ_MMAP;
    for (Elf *member; go_on && (member = elf_begin(fd, command, elf));) {
        char name[4096];
        const Elf_Arhdr *head = elf_getarhdr(member);
        snprintf(name, sizeof name, "%s:%s", path, head && head->ar_name ? head->ar_name : "?");
        if (elf_kind(member) == ELF_K_ELF)
            go_on = walk_sections(member, name, sections);
        command = elf_next(member);
        elf_end(member);
    }
    return go_on;
}

static bool walk_file(const char *path, const struct sw_sections *sections) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true;
    bool go_on = true;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf)
        go_on = walk_elf(elf, fd, path, sections);
    elf_end(elf);
    close(fd);
    return go_on;
}

/* The member that has its header at a place of the archive. */
static bool walk_member_at(int fd, const struct sw_thin *thin, const char *name, const struct sw_sections *sections) {
    bool go_on = true;
    Elf *archive = elf_begin(fd, ELF_C_READ_MMAP, NULL), *member = NULL;
    if (archive && elf_rand(archive, (off_t)thin->member_place) == thin->member_place)
        member = elf_begin(fd, ELF_C_READ_MMAP, archive);
    if (member && elf_kind(member) == ELF_K_ELF)
        go_on = walk_sections(member, name, sections);
    else if (!sections->is_quiet)
        sw_error(SW_NOWHERE, "'%s' names a member at %zu of '%s', which has none there: make the archive again",
                 thin->path, thin->member_place, thin->member);
    elf_end(member);
    elf_end(archive);
    return go_on;
}

/* Archives that are members are passed over, as the linker does. */
static bool walk_whole(int fd, const char *name, const struct sw_sections *sections) {
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    bool go_on = !elf || elf_kind(elf) != ELF_K_ELF || walk_sections(elf, name, sections);
    elf_end(elf);
    return go_on;
}

static bool walk_thin_member(struct sw_arena *arena, const struct sw_thin *thin, const struct sw_sections *sections) {
    const char *name = sw_arena_printf(arena, "%s:%s", thin->path, thin->member);
    int fd = open(thin->member, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && !sections->is_quiet)
        sw_error(SW_NOWHERE, "cannot read '%s', a member of the thin archive '%s': %s", thin->member, thin->path,
                 strerror(errno));
    if (fd < 0)
        return true;
    bool go_on = thin->member_place ? walk_member_at(fd, thin, name, sections) : walk_whole(fd, name, sections);
    close(fd);
    return go_on;
}

static bool walk_thin(const char *path, const struct sw_sections *sections) {
    struct sw_arena *arena = sw_arena_create();
    struct sw_thin thin;
    bool go_on = true;
    if (sw_thin_open(arena, &thin, path))
        while (go_on && sw_thin_next(arena, &thin))
            go_on = walk_thin_member(arena, &thin, sections);
    if (thin.is_damaged && !sections->is_quiet)
        sw_error(SW_NOWHERE, "'%s' is a damaged thin archive", path);
    sw_arena_destroy(arena);
    return go_on;
}

bool sw_elf_walk(const char *path, const struct sw_sections *sections) {
    ask_for_libelf();
    return sw_is_thin(path) ? walk_thin(path, sections) : walk_file(path, sections);
}

bool sw_is_elf(const char *path) {
    ask_for_libelf();
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    Elf_Kind kind = elf ? elf_kind(elf) : ELF_K_NONE;
    elf_end(elf);
    close(fd);
    return kind == ELF_K_ELF || kind == ELF_K_AR || sw_is_thin(path);
}

/* Puts the name behind the other sections' names; where it is. */
static bool add_name(Elf *elf, const char *name, size_t *place) {
    size_t names;
    GElf_Shdr header;
    Elf_Scn *section = elf_getshdrstrndx(elf, &names) == 0 ? elf_getscn(elf, names) : NULL;
    Elf_Data *data = section && gelf_getshdr(section, &header) ? elf_newdata(section) : NULL;
    if (!data)
        return false;
    *place = header.sh_size;
    data->d_buf = (void *)name;
    data->d_size = strlen(name) + 1;
    data->d_align = 1;
    return true;
}

static bool add_section(Elf *elf, const char *name, const void *bytes, size_t size) {
    size_t place;
    GElf_Shdr header;
    Elf_Scn *section = add_name(elf, name, &place) ? elf_newscn(elf) : NULL;
    Elf_Data *data = section ? elf_newdata(section) : NULL;
    if (!data || !gelf_getshdr(section, &header))
        return false;
    data->d_buf = (void *)bytes;
    data->d_size = size;
    data->d_align = SW_ENTRY_ALIGN;
    header.sh_name = (GElf_Word)place;
    header.sh_type = SHT_PROGBITS;
    header.sh_addralign = SW_ENTRY_ALIGN;
    return gelf_update_shdr(section, &header) && elf_update(elf, ELF_C_WRITE) >= 0;
}

bool sw_elf_add_section(const char *path, const char *name, const void *bytes, size_t size) {
    ask_for_libelf();
    int fd = open(path, O_RDWR | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_RDWR, NULL) : NULL;
    bool is_added = elf && elf_kind(elf) == ELF_K_ELF && add_section(elf, name, bytes, size);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return is_added;
}
