/* Symbols of device code and the units that they are from.
 *
 * The units of a device link are seen before they are linked: what LLVM would take as it comes, or name by its mangled
 * name only, is an error here that names the files. Of each unit's variables it is settled which names mean the same
 * one, whose it is, and which the host knows. */
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

/* mutable.c: errors for const objects that device code may change all the same. */
void sw_refuse_mutable(struct sw_unit *unit);

/* owners.c: says of the internal variables of a unit, before it is linked with others, that they are its own. owner: its
 * number in the ids, from 1. */
void sw_own_variables(struct sw_unit *unit, LLVMModuleRef module, unsigned owner);
/* The owner of a variable, and the name that it had there; 0, and the name as it is, when it is everyone's. */
unsigned sw_owner_of(struct sw_unit *unit, LLVMValueRef global, const char **name);

/* registered.c: of one unit, before it is linked with others; by the names in the file of the options. False when an error
 * was reported. */
bool sw_mark_registered(struct sw_unit *unit, LLVMModuleRef module);
/* Whether the host names this const variable. */
bool sw_is_registered(struct sw_unit *unit, LLVMValueRef global);
/* Whether the host function that launches the kernel is no other object's. */
bool sw_has_own_stub(struct sw_unit *unit, LLVMValueRef kernel);

/* unlaunched.c: takes down, of one unit, a kernel that its host code does not launch ("KERNEL STUB"), and what the host code
 * wants of other objects, if that is a stub. */
void sw_mark_unlaunched(struct sw_unit *unit, LLVMModuleRef module, const char *names);
void sw_note_wanted_stub(struct sw_unit *unit, LLVMModuleRef module, const char *name);
/* Of a device link: functions that nobody defines, and only kernels call that nobody launches, stop the kernel. */
void sw_stop_unlaunched(struct sw_unit *unit);

/* pairs.c: of one unit, before anybody looks for a name that the host registers: kernels and variables of the device whose
 * names have types without a name get the names that the host has for them. Reports what cannot be told. */
void sw_pair_names(struct sw_unit *unit, LLVMModuleRef module, const struct sw_strings *registered);

/* agree.c: of one unit: errors where device code has not the kernel that its host code launches, or a variable of another
 * size than the host's shadow ("SIZE NAME"). */
void sw_expect_kernel(struct sw_unit *unit, LLVMModuleRef module, const char *name);
void sw_expect_size(struct sw_unit *unit, LLVMModuleRef module, const char *line);
/* Why the two sides may not agree: a note, once. */
void sw_tell_why_sides_differ(void);

/* layouts.c: of one unit: errors where records that a kernel or a variable that the host registers has are laid out
 * differently on the two sides, by the files of the options. */
void sw_compare_layouts(struct sw_unit *unit, LLVMModuleRef module, const struct sw_strings *registered);

/* twins.c: of one unit, before it is linked with others. */
void sw_join_twins(struct sw_unit *unit, LLVMModuleRef module);
/* The source name of a variable that clang made visible, or would have; null when it is none. */
const char *sw_source_name(struct sw_arena *arena, const char *name);

#endif
