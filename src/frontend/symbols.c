/* The names under which a host object registers variables and kernels: the strings that its registration code names.
 *
 * clang writes that code as calls with the name as an argument, __cudaRegisterVar(handle, &shadow, "name", "name", ..),
 * in a function of its own or inlined into the one that calls it. So the names are what relocations in one of these
 * lead to in a section of strings:
 *
 *      lea rcx, [rip + .L__unnamed_4 - 4]        R_X86_64_PC32, .rodata.str1.1 + 17
 */
#include "frontend/frontend.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

struct object {
    struct sw_arena *arena;
    Elf *elf;
    Elf_Data *symbols;
    size_t names; /* index of the symbols' names */
    const char *lines;
};

static bool is_registration(const char *name)
{
    return name && (sw_equal(name, "__cuda_register_globals") || sw_equal(name, "__cuda_module_ctor"));
}

/* Whether a place in a section lies in registration code. */
static bool registers_there(const struct object *o, size_t section, uint64_t offset)
{
    GElf_Sym s;
    for (int i = 0; gelf_getsym(o->symbols, i, &s); i++)
        if (GELF_ST_TYPE(s.st_info) == STT_FUNC && s.st_shndx == section && offset - s.st_value < s.st_size &&
            is_registration(elf_strptr(o->elf, o->names, s.st_name)))
            return true;
    return false;
}

/* Relocations of instructions count from the end of their four bytes, which is the instruction's as well. */
static uint64_t target_of(const GElf_Rela *relocation, const GElf_Sym *symbol)
{
    bool is_relative = GELF_R_TYPE(relocation->r_info) == R_X86_64_PC32;
    return symbol->st_value + (uint64_t)relocation->r_addend + (is_relative ? 4 : 0);
}

/* The string that the relocation leads to; null when it leads elsewhere. */
static const char *string_at(const struct object *o, const GElf_Rela *relocation)
{
    GElf_Sym symbol;
    GElf_Shdr header;
    if (!gelf_getsym(o->symbols, (int)GELF_R_SYM(relocation->r_info), &symbol))
        return NULL;
    Elf_Scn *section = elf_getscn(o->elf, symbol.st_shndx);
    if (!section || !gelf_getshdr(section, &header) || !(header.sh_flags & SHF_STRINGS))
        return NULL;
    Elf_Data *data = elf_rawdata(section, NULL);
    uint64_t at = target_of(relocation, &symbol);
    bool is_whole = data && data->d_buf && at < data->d_size && memchr((char *)data->d_buf + at, 0, data->d_size - at);
    return is_whole ? (const char *)data->d_buf + at : NULL;
}

static void add_names(struct object *o, Elf_Scn *relocations)
{
    GElf_Shdr header;
    GElf_Rela relocation;
    Elf_Data *data = elf_getdata(relocations, NULL);
    if (!data || !gelf_getshdr(relocations, &header) || header.sh_type != SHT_RELA)
        return;
    for (int i = 0; gelf_getrela(data, i, &relocation); i++) {
        const char *name = string_at(o, &relocation);
        if (name && registers_there(o, header.sh_info, relocation.r_offset))
            o->lines = sw_arena_printf(o->arena, "%s%s\n", o->lines, name);
    }
}

static void find_symbols(struct object *o)
{
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; !o->symbols && (section = elf_nextscn(o->elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB) {
            o->symbols = elf_getdata(section, NULL);
            o->names = header.sh_link;
        }
}

static const char *registered_names(struct sw_arena *arena, Elf *elf)
{
    struct object o = {.arena = arena, .elf = elf, .lines = ""};
    if (!elf || elf_kind(elf) != ELF_K_ELF)
        return "";
    find_symbols(&o);
    for (Elf_Scn *section = NULL; o.symbols && (section = elf_nextscn(elf, section));)
        add_names(&o, section);
    return o.lines;
}

bool sw_write_registered(struct sw_arena *arena, const char *object, const char *list)
{
    if (elf_version(EV_CURRENT) == EV_NONE)
        sw_bug("libelf is too old");
    int fd = open(object, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        sw_error(SW_NOWHERE, "cannot read %s: %s", object, strerror(errno));
        return false;
    }
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    const char *lines = registered_names(arena, elf);
    elf_end(elf);
    close(fd);
    if (sw_write_file(list, lines, strlen(lines)))
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", list, strerror(errno));
    return false;
}
