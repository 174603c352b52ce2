/* Own names: calls of the C library's functions in an object become calls by names that no program has.
 *
 *      U sin, U fmodf, U _ZGVeN16v_sinf   =>   U swrt_libm_sin, U swrt_libm_fmodf, U swrt_libm__ZGVeN16v_sinf
 *
 * A program may have a function or a variable `sin`, and the linker would give kernels that one. The symbol table of
 * the finished object is changed, because many of these calls are made by LLVM's code generation. The new names are
 * put behind the old ones in a copy of the string table at the end of the file; all else stays where it is. */
#include "codegen/codegen.h"

#include <elf.h>
#include <errno.h>
#include <string.h>

static const char *const names[] = {
#define SW_LIBM(name) #name, #name "f",
#define SW_LIBM_R(name) #name "_r", #name "f_r",
#define SW_LIBC(name) #name,
#include "softwarp/math_library.def"
};

static bool is_library_function(const char *name) {
    if (sw_starts_with(name, "_ZGV"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_equal(names[i], name))
            return true;
    return false;
}

/* An object that LLVM has made, with room for the new string table. */
struct object {
    char *bytes;
    size_t size;
    Elf64_Shdr *symbols, *strings; /* section headers within; null when there are none */
};

static void find_symbols(struct object *o) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)o->bytes;
    Elf64_Shdr *sections = (Elf64_Shdr *)(o->bytes + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB) {
            o->symbols = &sections[i];
            o->strings = &sections[sections[i].sh_link];
        }
}

static struct object open_object(struct sw_arena *arena, LLVMMemoryBufferRef buffer) {
    enum { MOST_NAMES = 1024, LONGEST = 64 };
    size_t size = LLVMGetBufferSize(buffer);
    struct object o = {.bytes = sw_arena_alloc(arena, 2 * size + MOST_NAMES * LONGEST), .size = size};
    memcpy(o.bytes, LLVMGetBufferStart(buffer), size);
    if (size < sizeof(Elf64_Ehdr) || memcmp(o.bytes, ELFMAG, SELFMAG) != 0)
        sw_bug("LLVM has made an object that is no ELF file");
    find_symbols(&o);
    return o;
}

/* A copy of the string table at the end of the file. */
static void move_strings(struct object *o) {
    memcpy(o->bytes + o->size, o->bytes + o->strings->sh_offset, o->strings->sh_size);
    o->strings->sh_offset = o->size;
    o->size += o->strings->sh_size;
}

static void rename_symbol(struct object *o, Elf64_Sym *symbol, const char *name) {
    static const char prefix[] = "swrt_libm_";
    symbol->st_name = (Elf64_Word)o->strings->sh_size;
    size_t length = strlen(name) + 1;
    memcpy(o->bytes + o->size, prefix, sizeof prefix - 1);
    memcpy(o->bytes + o->size + sizeof prefix - 1, name, length);
    o->size += sizeof prefix - 1 + length;
    o->strings->sh_size += sizeof prefix - 1 + length;
}

static void rename_all(struct object *o) {
    Elf64_Sym *symbols = (Elf64_Sym *)(o->bytes + o->symbols->sh_offset);
    for (size_t i = 0; i < o->symbols->sh_size / sizeof *symbols; i++) {
        const char *name = o->bytes + o->strings->sh_offset + symbols[i].st_name;
        if (symbols[i].st_shndx == SHN_UNDEF && is_library_function(name))
            rename_symbol(o, &symbols[i], name);
    }
}

bool sw_write_object(struct sw_unit *unit, LLVMMemoryBufferRef buffer) {
    struct object o = open_object(unit->ir.arena, buffer);
    if (o.symbols) {
        move_strings(&o);
        rename_all(&o);
    }
    if (sw_write_file(unit->options.output, o.bytes, o.size))
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", unit->options.output, strerror(errno));
    return false;
}
