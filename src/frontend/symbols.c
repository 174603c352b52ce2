/* The names under which a host object registers variables and kernels: the strings that its registration code names.
 * Those of what it takes from other objects, variables of the device among them. And those of what it registers: its
 * stubs, the host's functions that launch kernels, and of relocatable code the host's shadows of variables.
 *
 * clang writes that code as calls with the name as an argument, __cudaRegisterVar(handle, &shadow, "name", "name", ..),
 * in a function of its own or inlined into the one that calls it. So the names are what relocations in one of these
 * lead to in sections of data:
 *
 *      lea rsi, [rip + __device_stub__k - 4]     R_X86_64_PC32, __device_stub__k
 *      lea rcx, [rip + .L__unnamed_4 - 4]        R_X86_64_PC32, .rodata.str1.1 + 17
 *
 * In a file that is compiled for itself the stub of a template's kernel becomes the object's own: of the weak functions of
 * one name in several objects the linker takes one, and that launches the kernel of its object, which has other variables
 * there and may have been compiled otherwise. objcopy gives it, and all that refers to it here, a name of its own; under
 * the old one the linker takes any of them for objects that only declare the template.
 *
 * Where that is not wished for, and of relocatable code, these stubs stay common to all objects. Kernels with a stub of
 * their own are listed, too: the runtime knows by that what a linker has made one that it should not (--icf=all). They are
 * those with no common stub among what the relocations lead to that stand before their call of __cudaRegisterFunction.
 *
 * A kernel whose stub nothing else in the object refers to may be launched by other objects only; which the device link can
 * tell, as each says what stubs it wants (transform/symbols/unlaunched.c). The others device code has to have, and variables
 * in the size that their shadows have (transform/symbols/agree.c).
 *
 * The host's shadows of such a file's variables are its own already, local symbols. But clang leaves those of templates and
 * inline variables in groups of which the linker keeps one of each name, and code of the other objects would lead nowhere.
 * With its symbol, a group gets a name of its own. */
#include "frontend/frontend.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DELETE = 0x7f }; /* identifiers may have letters beyond ASCII, in UTF-8 */

struct range {
    size_t section;
    uint64_t start, size;
};

enum { USED_BY_ITSELF = 1, USED_BY_OTHERS = 2 };

/* A stub or variable of the host's. is_common: a stub of which linkers take one of several objects'. */
struct entity {
    const char *name, *section;
    uint64_t offset;
    bool is_common;
};

/* Of a call in registration code. name: the last one, or null. stub: the last one that is no common one, or
 * null, and its index. function: the index of the symbol of a stub that others can name, or 0. size: of a shadow, or 0. */
struct arguments {
    const char *name, *stub;
    size_t stub_index, function;
    uint64_t size;
    bool has_common_stub;
};

struct object {
    struct sw_arena *arena;
    Elf *elf;
    Elf_Data *symbols;
    size_t names, section_names;       /* indices of the sections with names: of symbols, of sections */
    SW_VEC(struct range) registration; /* where registration code lies */
    struct sw_strings registered, wanted;
    SW_VEC(struct arguments) kernels, variables;
    struct arguments next; /* of the call whose relocation is still to come */
    SW_VEC(struct entity) entities;
    struct sw_strings shadows; /* local ones that groups are called after */
    unsigned char *uses;       /* of each symbol: who refers to it by its name, but for registration code */
};

static bool is_registration(const char *name) {
    return name && (sw_equal(name, "__cuda_register_globals") || sw_equal(name, "__cuda_module_ctor"));
}

static void find_registration(struct object *o) {
    GElf_Sym s;
    for (int i = 0; gelf_getsym(o->symbols, i, &s); i++)
        if (GELF_ST_TYPE(s.st_info) == STT_FUNC && is_registration(elf_strptr(o->elf, o->names, s.st_name))) {
            struct range range = {s.st_shndx, s.st_value, s.st_size};
            sw_vec_push(o->arena, &o->registration, range);
        }
}

/* Whether a place in a section lies in registration code. */
static bool registers_there(const struct object *o, size_t section, uint64_t offset) {
    for (size_t i = 0; i < o->registration.count; i++) {
        const struct range *r = &o->registration.at[i];
        if (r->section == section && offset - r->start < r->size)
            return true;
    }
    return false;
}

/* Relocations of instructions count from the end of their four bytes, which is the instruction's as well. */
static uint64_t target_of(const GElf_Rela *relocation, const GElf_Sym *symbol) {
    bool is_relative = GELF_R_TYPE(relocation->r_info) == R_X86_64_PC32;
    return symbol->st_value + (uint64_t)relocation->r_addend + (is_relative ? 4 : 0);
}

/* Strings lie in a section of strings, unless a sanitizer has put room between them. */
static bool holds_data(Elf_Scn *section) {
    GElf_Shdr header;
    return section && gelf_getshdr(section, &header) && header.sh_type == SHT_PROGBITS &&
           !(header.sh_flags & SHF_EXECINSTR);
}

/* The name that the relocation leads to; null when it leads elsewhere. */
static const char *name_at(const struct object *o, const GElf_Rela *relocation) {
    GElf_Sym symbol;
    if (!gelf_getsym(o->symbols, (int)GELF_R_SYM(relocation->r_info), &symbol))
        return NULL;
    Elf_Scn *section = elf_getscn(o->elf, symbol.st_shndx);
    Elf_Data *data = holds_data(section) ? elf_rawdata(section, NULL) : NULL;
    uint64_t at = target_of(relocation, &symbol);
    if (!data || !data->d_buf || at >= data->d_size)
        return NULL;
    const char *name = (const char *)data->d_buf + at, *end = memchr(name, 0, data->d_size - at);
    for (const char *c = name; end && c < end; c++)
        if ((unsigned char)*c <= ' ' || *c == DELETE)
            return NULL;
    return end && end > name ? name : NULL;
}

/* The size of the variable that a relocation leads to: by its own symbol, or by that of a section. 0: it is none. */
static uint64_t size_at(const struct object *o, const GElf_Rela *relocation) {
    GElf_Sym to, s;
    if (!gelf_getsym(o->symbols, (int)GELF_R_SYM(relocation->r_info), &to) || to.st_shndx == SHN_UNDEF)
        return 0;
    if (GELF_ST_TYPE(to.st_info) == STT_OBJECT)
        return to.st_size;
    uint64_t at = target_of(relocation, &to);
    for (int i = 0; GELF_ST_TYPE(to.st_info) == STT_SECTION && gelf_getsym(o->symbols, i, &s); i++)
        if (s.st_shndx == to.st_shndx && s.st_value == at && GELF_ST_TYPE(s.st_info) == STT_OBJECT)
            return s.st_size;
    return 0;
}

/* A function or variable of this object that others can name. The rest of what registration code refers to is theirs, or
 * nobody else's. */
static void add_entity(struct object *o, const GElf_Rela *relocation) {
    GElf_Sym s;
    if (!gelf_getsym(o->symbols, (int)GELF_R_SYM(relocation->r_info), &s) || s.st_shndx == SHN_UNDEF ||
        GELF_ST_BIND(s.st_info) == STB_LOCAL)
        return;
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(o->elf, s.st_shndx);
    if (!scn || !gelf_getshdr(scn, &header))
        return;
    const char *name = elf_strptr(o->elf, o->names, s.st_name);
    const char *section = elf_strptr(o->elf, o->section_names, header.sh_name);
    if (!name || !section)
        return;
    bool is_common = GELF_ST_TYPE(s.st_info) == STT_FUNC && header.sh_flags & SHF_GROUP;
    struct entity entity = {sw_arena_strdup(o->arena, name), sw_arena_strdup(o->arena, section), s.st_value, is_common};
    sw_vec_push(o->arena, &o->entities, entity);
    o->next.has_common_stub |= is_common;
    if (GELF_ST_TYPE(s.st_info) == STT_FUNC)
        o->next.function = GELF_R_SYM(relocation->r_info);
    if (GELF_ST_TYPE(s.st_info) != STT_FUNC || is_common)
        return;
    o->next.stub = entity.name;
    o->next.stub_index = GELF_R_SYM(relocation->r_info);
}

static void end_call(struct object *o, const GElf_Rela *relocation) {
    GElf_Sym s;
    const char *callee = NULL;
    if (gelf_getsym(o->symbols, (int)GELF_R_SYM(relocation->r_info), &s))
        callee = elf_strptr(o->elf, o->names, s.st_name);
    if (!callee || !sw_starts_with(callee, "__cudaRegister"))
        return;
    if (sw_equal(callee, "__cudaRegisterFunction") && o->next.name)
        sw_vec_push(o->arena, &o->kernels, o->next);
    if (sw_equal(callee, "__cudaRegisterVar") && o->next.name && o->next.size)
        sw_vec_push(o->arena, &o->variables, o->next);
    o->next = (struct arguments){0};
}

static void add_name(struct object *o, const char *name) {
    o->next.name = sw_arena_strdup(o->arena, name);
    sw_vec_push(o->arena, &o->registered, o->next.name);
}

static void add_names(struct object *o, Elf_Scn *relocations) {
    GElf_Shdr header;
    GElf_Rela relocation;
    Elf_Data *data = elf_getdata(relocations, NULL);
    if (!data || !gelf_getshdr(relocations, &header) || header.sh_type != SHT_RELA)
        return;
    for (int i = 0; gelf_getrela(data, i, &relocation); i++) {
        if (!registers_there(o, header.sh_info, relocation.r_offset))
            continue;
        const char *name = name_at(o, &relocation);
        uint64_t size = name ? 0 : size_at(o, &relocation);
        o->next.size = size ? size : o->next.size;
        if (name)
            add_name(o, name);
        else
            add_entity(o, &relocation);
        end_call(o, &relocation);
    }
}

/* Whether the section is part of the program, and not of what tells of it. */
static bool is_loaded(const struct object *o, size_t index) {
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(o->elf, index);
    const char *name = section && gelf_getshdr(section, &header) ? elf_strptr(o->elf, o->section_names, header.sh_name)
                                                                 : NULL;
    return name && header.sh_flags & SHF_ALLOC && !sw_equal(name, ".eh_frame");
}

/* Whether the relocation is the symbol's own: a stub hands its address to the launch. */
static bool is_within(const GElf_Sym *symbol, size_t section, const GElf_Rela *relocation) {
    return symbol->st_shndx == section && relocation->r_offset - symbol->st_value < symbol->st_size;
}

static void note_used(struct object *o, Elf_Scn *relocations) {
    GElf_Shdr header;
    GElf_Rela relocation;
    Elf_Data *data = elf_getdata(relocations, NULL);
    if (!data || !gelf_getshdr(relocations, &header) || header.sh_type != SHT_RELA || !is_loaded(o, header.sh_info))
        return;
    for (int i = 0; gelf_getrela(data, i, &relocation); i++) {
        size_t index = GELF_R_SYM(relocation.r_info);
        GElf_Sym symbol;
        if (gelf_getsym(o->symbols, (int)index, &symbol) && !registers_there(o, header.sh_info, relocation.r_offset))
            o->uses[index] |= is_within(&symbol, header.sh_info, &relocation) ? USED_BY_ITSELF : USED_BY_OTHERS;
    }
}

static void find_wanted(struct object *o) {
    GElf_Sym s;
    for (int i = 0; gelf_getsym(o->symbols, i, &s); i++) {
        const char *name = s.st_shndx == SHN_UNDEF ? elf_strptr(o->elf, o->names, s.st_name) : NULL;
        if (name && *name)
            sw_vec_push(o->arena, &o->wanted, sw_arena_strdup(o->arena, name));
    }
}

/* Of a group's section. */
static void add_shadow(struct object *o, Elf_Scn *section) {
    GElf_Shdr header;
    GElf_Sym s;
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_GROUP ||
        !gelf_getsym(o->symbols, (int)header.sh_info, &s) || GELF_ST_BIND(s.st_info) != STB_LOCAL ||
        GELF_ST_TYPE(s.st_info) != STT_OBJECT)
        return;
    const char *name = elf_strptr(o->elf, o->names, s.st_name);
    if (name && *name)
        sw_vec_push(o->arena, &o->shadows, sw_arena_strdup(o->arena, name));
}

static void find_symbols(struct object *o) {
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; !o->symbols && (section = elf_nextscn(o->elf, section));)
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB) {
            o->symbols = elf_getdata(section, NULL);
            o->names = header.sh_link;
        }
}

/* What is not ELF has no names; the linker says what is wrong with it. */
static void find_names(struct object *o) {
    if (!o->elf || elf_kind(o->elf) != ELF_K_ELF)
        return;
    find_symbols(o);
    if (!o->symbols || elf_getshdrstrndx(o->elf, &o->section_names))
        return;
    find_wanted(o);
    find_registration(o);
    o->uses = sw_arena_alloc(o->arena, o->symbols->d_size); /* more than there are */
    for (Elf_Scn *section = NULL; (section = elf_nextscn(o->elf, section));) {
        add_names(o, section);
        note_used(o, section);
        add_shadow(o, section);
    }
}

static void write_names(FILE *file, const struct sw_strings *names, const char *mark) {
    for (size_t i = 0; i < names->count; i++)
        fprintf(file, "%s%s\n", mark, names->at[i]);
}

static const char *own_name(const struct object *o, const char *name, const char *id) {
    return sw_arena_printf(o->arena, "%s.%s", name, id);
}

static void write_hidden(FILE *file, const struct object *o, const struct sw_stub_wishes *wishes) {
    for (size_t i = 0; wishes->hidden && i < o->entities.count; i++) {
        fprintf(file, "+%s\n", o->entities.at[i].name);
        if (wishes->own && o->entities.at[i].is_common)
            fprintf(file, "+%s\n", own_name(o, o->entities.at[i].name, wishes->id));
    }
}

static void write_own_kernels(FILE *file, const struct object *o, const struct sw_stub_wishes *wishes) {
    for (size_t i = 0; i < o->kernels.count; i++)
        if (wishes->own || !o->kernels.at[i].has_common_stub)
            fprintf(file, "=%s\n", o->kernels.at[i].name);
}

/* ~KERNEL STUB. A stub that does not name itself is not called by its name either (-fno-semantic-interposition). */
static void write_unlaunched(FILE *file, const struct object *o) {
    for (size_t i = 0; i < o->kernels.count; i++) {
        const struct arguments *kernel = &o->kernels.at[i];
        if (kernel->stub && o->uses[kernel->stub_index] == USED_BY_ITSELF)
            fprintf(file, "~%s %s\n", kernel->name, kernel->stub);
    }
}

/* Whether a sanitizer has put room behind variables, which counts as theirs. */
static bool has_padding(const struct object *o) {
    for (size_t i = 0; i < o->wanted.count; i++)
        if (sw_starts_with(o->wanted.at[i], "__asan_") || sw_starts_with(o->wanted.at[i], "__hwasan_"))
            return true;
    return false;
}

/* !KERNEL, one that host code launches: its stub is named elsewhere, or nobody can see by whom. #SIZE VARIABLE. */
static void write_shared(FILE *file, const struct object *o) {
    for (size_t i = 0; i < o->kernels.count; i++) {
        const struct arguments *kernel = &o->kernels.at[i];
        if (!kernel->function || o->uses[kernel->function] & USED_BY_OTHERS)
            fprintf(file, "!%s\n", kernel->name);
    }
    for (size_t i = 0; i < o->variables.count && !has_padding(o); i++)
        fprintf(file, "#%" PRIu64 " %s\n", o->variables.at[i].size, o->variables.at[i].name);
}

/* What objcopy is told. */
static void write_renaming(FILE *file, const struct object *o, const struct sw_stub_wishes *wishes) {
    for (size_t i = 0; i < o->entities.count; i++) {
        const struct entity *s = &o->entities.at[i];
        if (s->is_common)
            fprintf(file, "--redefine-sym=%s=%s\n--add-symbol=%s=%s:%#" PRIx64 ",weak,function\n", s->name,
                    own_name(o, s->name, wishes->id), s->name, s->section, s->offset);
    }
    for (size_t i = 0; i < o->shadows.count; i++)
        fprintf(file, "--redefine-sym=%s=%s\n", o->shadows.at[i], own_name(o, o->shadows.at[i], wishes->id));
}

static bool close_whole(FILE *file, const char *path) {
    bool is_whole = file && !ferror(file);
    if (file && fclose(file) == 0 && is_whole)
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", path, strerror(errno));
    return false;
}

static bool write_lines(const struct object *o, const char *path, const struct sw_stub_wishes *wishes) {
    FILE *file = fopen(path, "w");
    if (file) {
        write_names(file, &o->registered, "");
        write_names(file, &o->wanted, "-");
        write_hidden(file, o, wishes);
        write_own_kernels(file, o, wishes);
        write_unlaunched(file, o);
        write_shared(file, o);
    }
    return close_whole(file, path);
}

static bool write_own(const struct object *o, const struct sw_stub_wishes *wishes) {
    FILE *file = fopen(wishes->own, "w");
    if (file)
        write_renaming(file, o, wishes);
    return close_whole(file, wishes->own);
}

bool sw_write_registered(struct sw_arena *arena, const char *object, const char *list,
                         const struct sw_stub_wishes *wishes) {
    if (elf_version(EV_CURRENT) == EV_NONE)
        sw_bug("libelf is too old");
    int fd = open(object, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        sw_error(SW_NOWHERE, "cannot read %s: %s", object, strerror(errno));
        return false;
    }
    struct object o = {.arena = arena, .elf = elf_begin(fd, ELF_C_READ_MMAP, NULL)};
    find_names(&o);
    elf_end(o.elf);
    close(fd);
    return write_lines(&o, list, wishes) && (!wishes->own || write_own(&o, wishes));
}
