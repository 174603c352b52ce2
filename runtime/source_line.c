/* The source line of an instruction, from the debug information of the object that it lies in.
 *
 * Compilation units are searched one by one: the table of address ranges that would lead to the right one at once is
 * something that clang does not write.
 *
 * libdw is loaded here and not linked: only a program that is about to report a fault pays for it, and one on a machine
 * without it still reports, without the line.
 */
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "block.h"

static struct {
    Dwfl *(*begin)(const Dwfl_Callbacks *);
    void (*end)(Dwfl *);
    int (*proc_report)(Dwfl *, pid_t);
    int (*report_end)(Dwfl *, int (*)(Dwfl_Module *, void *, const char *, Dwarf_Addr, void *), void *);
    Dwfl_Module *(*addrmodule)(Dwfl *, Dwarf_Addr);
    Dwarf_Die *(*nextcu)(Dwfl_Module *, Dwarf_Die *, Dwarf_Addr *);
    int (*haspc)(Dwarf_Die *, Dwarf_Addr);
    Dwarf_Line *(*getsrc_die)(Dwarf_Die *, Dwarf_Addr);
    int (*lineno)(Dwarf_Line *, int *);
    const char *(*linesrc)(Dwarf_Line *, Dwarf_Word *, Dwarf_Word *);
    void *find_elf;
    bool loaded;
} dw;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool load(void) {
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
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
        {&dw.find_elf, "dwfl_linux_proc_find_elf"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!(*symbols[i].to = dlsym(library, symbols[i].name)))
            return false;
    return dw.loaded = true;
}

/* Never ask the network for debug information, however the machine is set up. */
static int no_debuginfo(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base, const char *file,
                        const char *link, GElf_Word crc, char **found) {
    return -1;
}

static Dwarf_Line *find_line(Dwfl_Module *module, Dwarf_Addr pc) {
    Dwarf_Addr bias;
    for (Dwarf_Die *cu = NULL; (cu = dw.nextcu(module, cu, &bias));)
        if (dw.haspc(cu, pc - bias) == 1)
            return dw.getsrc_die(cu, pc - bias);
    return NULL;
}

static bool look_up(Dwfl *dwfl, uintptr_t pc, char *text, size_t size) {
    if (dw.proc_report(dwfl, getpid()) || dw.report_end(dwfl, NULL, NULL))
        return false;
    Dwfl_Module *module = dw.addrmodule(dwfl, pc);
    Dwarf_Line *line = module ? find_line(module, pc) : NULL;
    int number = 0;
    const char *file = line ? dw.linesrc(line, NULL, NULL) : NULL;
    if (!file || dw.lineno(line, &number) || !number)
        return false;
    snprintf(text, size, "%s:%d", file, number);
    return true;
}

bool swrt_source_line(uintptr_t pc, char *text, size_t size) {
    pthread_mutex_lock(&lock);
    bool found = false;
    if (dw.loaded || load()) {
        const Dwfl_Callbacks callbacks = {
            .find_elf = (int (*)(Dwfl_Module *, void **, const char *, Dwarf_Addr, char **, Elf **))dw.find_elf,
            .find_debuginfo = no_debuginfo};
        Dwfl *dwfl = dw.begin(&callbacks);
        found = dwfl && look_up(dwfl, pc, text, size);
        if (dwfl)
            dw.end(dwfl);
    }
    pthread_mutex_unlock(&lock);
    return found;
}
