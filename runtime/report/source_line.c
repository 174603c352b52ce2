/* The source line of an instruction, from the debug information of the object that it lies in.
 *
 * Compilation units are searched one by one: the table of address ranges that would lead to the right one at once is
 * something that clang does not write.
 *
 * libdw is loaded here and not linked: only a program that is about to report a fault pays for it, and one on a machine
 * without it still reports, without the line.
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/thread/errand.h"
#include "os/loader.h"
#include "os/thread/lock.h"
#include "os/process.h"
#include "report/source_line.h"
#include "softwarp/names.h"

static struct {
    Dwfl *(*begin)(const Dwfl_Callbacks *);
    void (*end)(Dwfl *);
    int (*proc_report)(Dwfl *, int);
    int (*report_end)(Dwfl *, int (*)(Dwfl_Module *, void *, const char *, Dwarf_Addr, void *), void *);
    Dwfl_Module *(*addrmodule)(Dwfl *, Dwarf_Addr);
    Dwarf_Die *(*nextcu)(Dwfl_Module *, Dwarf_Die *, Dwarf_Addr *);
    int (*haspc)(Dwarf_Die *, Dwarf_Addr);
    Dwarf_Line *(*getsrc_die)(Dwarf_Die *, Dwarf_Addr);
    int (*lineno)(Dwarf_Line *, int *);
    const char *(*linesrc)(Dwarf_Line *, Dwarf_Word *, Dwarf_Word *);
    const char *(*addrname)(Dwfl_Module *, Dwarf_Addr);
    int (*getscopes)(Dwarf_Die *, Dwarf_Addr, Dwarf_Die **);
    int (*tag)(Dwarf_Die *);
    const char *(*diename)(Dwarf_Die *);
    Dwarf_Attribute *(*attr)(Dwarf_Die *, unsigned, Dwarf_Attribute *);
    int (*udata)(Dwarf_Attribute *, Dwarf_Word *);
    const char *(*string)(Dwarf_Attribute *);
    int (*srcfiles)(Dwarf_Die *, Dwarf_Files **, size_t *);
    const char *(*filesrc)(Dwarf_Files *, size_t, Dwarf_Word *, Dwarf_Word *);
    void *find_elf;
    _Atomic bool loaded; /* the last */
} dw;
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static void load(void *unused) {
    void *library = swrt_library_load_alone("libdw.so.1");
    if (!library)
        return;
    const struct {
        void **to;
        const char *name;
    } symbols[] = {
        {(void **)&dw.begin, "dwfl_begin"},
        {(void **)&dw.end, "dwfl_end"},
        {(void **)&dw.proc_report, "dwfl_linux_proc_report"},
        {(void **)&dw.report_end, "dwfl_report_end"},
        {(void **)&dw.addrmodule, "dwfl_addrmodule"},
        {(void **)&dw.nextcu, "dwfl_module_nextcu"},
        {(void **)&dw.haspc, "dwarf_haspc"},
        {(void **)&dw.getsrc_die, "dwarf_getsrc_die"},
        {(void **)&dw.lineno, "dwarf_lineno"},
        {(void **)&dw.linesrc, "dwarf_linesrc"},
        {(void **)&dw.addrname, "dwfl_module_addrname"},
        {(void **)&dw.getscopes, "dwarf_getscopes"},
        {(void **)&dw.tag, "dwarf_tag"},
        {(void **)&dw.diename, "dwarf_diename"},
        {(void **)&dw.attr, "dwarf_attr"},
        {(void **)&dw.udata, "dwarf_formudata"},
        {(void **)&dw.string, "dwarf_formstring"},
        {(void **)&dw.srcfiles, "dwarf_getsrcfiles"},
        {(void **)&dw.filesrc, "dwarf_filesrc"},
        {&dw.find_elf, "dwfl_linux_proc_find_elf"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!(*symbols[i].to = swrt_library_symbol(library, symbols[i].name)))
            return;
    dw.loaded = true;
}

/* Never ask the network for debug information, however the machine is set up. */
static int no_debuginfo(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, const char *file,
                        const char *link, GElf_Word crc, char **found) {
    return -1;
}

static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Addr *bias) {
    for (Dwarf_Die *cu = NULL; (cu = dw.nextcu(module, cu, bias));)
        if (dw.haspc(cu, pc - *bias) == 1)
            return cu;
    return NULL;
}

/* As it was given to the compiler, if that can be told (softwarp/names.h): without the folder that libdw puts before it. */
static const char *as_given(Dwarf_Die *cu, const char *file) {
    static const char mark[] = SW_GIVEN_NAMES "/";
    Dwarf_Attribute attribute;
    const char *folder = cu && dw.attr(cu, DW_AT_comp_dir, &attribute) ? dw.string(&attribute) : NULL;
    size_t length = folder ? strlen(folder) : 0;
    if (!file || !folder || strncmp(folder, mark, sizeof mark - 1) || strncmp(file, folder, length))
        return file;
    return file + length + (file[length] == '/');
}

/* The line of an instruction; 0: not known. *file is null then. */
static unsigned line_of(Dwarf_Die *cu, Dwarf_Addr address, const char **file) {
    Dwarf_Line *line = cu ? dw.getsrc_die(cu, address) : NULL;
    int number = 0;
    *file = line ? as_given(cu, dw.linesrc(line, NULL, NULL)) : NULL;
    if (!*file || dw.lineno(line, &number) || !number)
        *file = NULL;
    return *file ? (unsigned)number : 0;
}

/* Where the function that was inlined was called. */
static unsigned line_of_call(Dwarf_Die *cu, Dwarf_Die *inlined, const char **file) {
    Dwarf_Attribute attribute;
    Dwarf_Word line = 0, index = 0;
    Dwarf_Files *files;
    size_t count;
    *file = NULL;
    if (!dw.attr(inlined, DW_AT_call_line, &attribute) || dw.udata(&attribute, &line) ||
        !dw.attr(inlined, DW_AT_call_file, &attribute) || dw.udata(&attribute, &index) ||
        dw.srcfiles(cu, &files, &count))
        return 0;
    *file = index < count ? as_given(cu, dw.filesrc(files, index, NULL, NULL)) : NULL;
    return *file ? (unsigned)line : 0;
}

/* The functions that the instruction was inlined into, then the one that it lies in. */
static void visit_calls(Dwfl_Module *module, uintptr_t pc, swrt_source_visit visit, void *data) {
    Dwarf_Addr bias;
    Dwarf_Die *cu = find_unit(module, pc, &bias), *scopes = NULL;
    const char *file, *symbol = dw.addrname(module, pc);
    unsigned line = line_of(cu, pc - bias, &file);
    int count = cu ? dw.getscopes(cu, pc - bias, &scopes) : 0;
    for (int i = 0; i < count; i++) {
        if (dw.tag(&scopes[i]) != DW_TAG_inlined_subroutine)
            continue;
        const char *name = dw.diename(&scopes[i]);
        visit(data, name ? name : "?", file, line);
        line = line_of_call(cu, &scopes[i], &file);
    }
    visit(data, symbol ? symbol : "?", file, line);
    free(scopes);
}

static void look_up(Dwfl *dwfl, uintptr_t pc, swrt_source_visit visit, void *data) {
    bool failed = dw.proc_report(dwfl, swrt_process_this()) || dw.report_end(dwfl, NULL, NULL);
    Dwfl_Module *module = failed ? NULL : dw.addrmodule(dwfl, pc);
    if (module)
        visit_calls(module, pc, visit, data);
    else
        visit(data, "?", NULL, 0);
}

void swrt_source_calls(uintptr_t pc, swrt_source_visit visit, void *data) {
    swrt_mutex_lock(&lock);
    if (!dw.loaded)
        swrt_errand(load, NULL);
    if (dw.loaded) {
        const Dwfl_Callbacks callbacks = {
            .find_elf = (int (*)(Dwfl_Module *, void **, const char *, Dwarf_Addr, char **, Elf **))dw.find_elf,
            .find_debuginfo = no_debuginfo};
        Dwfl *dwfl = dw.begin(&callbacks);
        if (dwfl) {
            look_up(dwfl, pc, visit, data);
            dw.end(dwfl);
        }
    }
    swrt_mutex_unlock(&lock);
}

bool swrt_source_readable(void) {
    swrt_mutex_lock(&lock);
    if (!dw.loaded)
        swrt_errand(load, NULL);
    bool is_loaded = dw.loaded;
    swrt_mutex_unlock(&lock);
    return is_loaded;
}

struct innermost {
    char *text;
    size_t size;
    bool is_visited, is_found;
};

static void note_line(void *data, const char *function, const char *file, unsigned line) {
    struct innermost *first = data;
    if (!first->is_visited && file)
        first->is_found = snprintf(first->text, first->size, "%s:%u", file, line) > 0;
    first->is_visited = true;
}

bool swrt_source_line(uintptr_t pc, char *text, size_t size) {
    struct innermost first = {text, size, false, false};
    swrt_source_calls(pc, note_line, &first);
    return first.is_found;
}
