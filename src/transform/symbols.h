/* The symbols of the units of a device link, seen before they are linked: what LLVM would take as it comes, or name by
 * its mangled name only, is an error here that names the files. */
#ifndef SW_SYMBOLS_H
#define SW_SYMBOLS_H

#include "ir/unit.h"

/* symbols.c: takes down what a module defines and refers to, under its file's name; says what does not agree with the
 * units before it. */
void sw_symbols_note(struct sw_unit *unit, LLVMModuleRef module, const char *file);
/* Gives the linked module's variables the largest alignment that a unit has asked for. */
void sw_symbols_align(struct sw_unit *unit);
/* The first file that names a symbol; null when this is not a device link. */
const char *sw_symbol_file(const struct sw_unit *unit, const char *name);
/* As a person knows it: "square(int)". */
const char *sw_symbol_text(const struct sw_unit *unit, const char *name);

/* prototype.c: what a call passes and gets, as text, by kinds and sizes: of a function that is defined here, or called
 * by its own type; null for others. */
const char *sw_prototype(struct sw_unit *unit, LLVMValueRef function);

#endif
