/* Loading: one bitcode file, or those of all objects of a device link (options.objects), become the unit's module.
 *
 * What is each unit's own is settled before they are linked: references to internal variables
 * (transform/symbols/twins.c), and whether the units agree about what they share (transform/symbols/symbols.c). All that
 * does not agree is said. */
#include "pipeline/pipeline.h"

#include "codegen/codegen.h"
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

#include <errno.h>
#include <string.h>

/* The objects that the inputs come from, in their order; an empty line stands for one that only this run knows. */
static bool read_objects(struct sw_unit *unit, struct sw_strings *objects) {
    const char *path = unit->options.objects;
    const char *text = path ? sw_read_file(unit->ir.arena, path, NULL) : "";
    if (!text)
        return sw_error(SW_NOWHERE, "cannot read %s: %s", path, strerror(errno)), false;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        sw_vec_push(unit->ir.arena, objects, sw_arena_strndup(unit->ir.arena, text, length));
    }
    return true;
}

/* What messages call it: the object, else the source file. */
static const char *file_of(struct sw_unit *unit, LLVMModuleRef module, const char *object) {
    size_t length;
    const char *source = LLVMGetSourceFileName(module, &length);
    return object && *object ? object : sw_arena_strndup(unit->ir.arena, source, length);
}

/* clang says of a whole module whether floats flush denormals. Units of one link may say so or so (-use_fast_math),
 * which LLVM takes for a contradiction; it means nothing here, functions say what is theirs. */
static void forget_flushing(struct sw_unit *unit, LLVMModuleRef module) {
    static const char flags[] = "llvm.module.flags", flushing[] = "nvvm-reflect-ftz";
    unsigned count = LLVMGetNamedMetadataNumOperands(module, flags);
    LLVMValueRef *nodes = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(module, flags, nodes);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef parts[3]; /* what to do where modules differ, name, value */
        LLVMGetMDNodeOperands(nodes[i], parts);
        unsigned length;
        const char *name = LLVMGetMDString(parts[1], &length);
        if (length == strlen(flushing) && !memcmp(name, flushing, length))
            LLVMReplaceMDNodeOperandWith(nodes[i], 2, LLVMValueAsMetadata(sw_const(unit->ir.i32, 0)));
    }
}

static bool load_input(struct sw_unit *unit, const char *path, const char *object) {
    LLVMModuleRef module = sw_ir_read(&unit->ir, path);
    if (!module)
        return false;
    const char *file = file_of(unit, module, object);
    size_t ids_before = unit->ids.count;
    forget_flushing(unit, module);
    sw_describe_constants(unit, module);
    if (unit->options.registered && !sw_mark_registered(unit, module))
        return LLVMDisposeModule(module), false;
    if (unit->options.host)
        sw_note_launches(unit, module, unit->options.host);
    sw_join_twins(unit, module);
    sw_read_embedded_ids(unit, module, file);
    if (unit->ids.count == ids_before + 1)
        sw_own_variables(unit, module, (unsigned)unit->ids.count);
    if (unit->options.objects)
        sw_symbols_note(unit, module, file);
    if (!sw_error_count())
        return sw_ir_link(&unit->ir, module, path);
    LLVMDisposeModule(module);
    return true;
}

static bool load_inputs(struct sw_unit *unit, const struct sw_strings *inputs) {
    struct sw_strings objects = {0};
    if (!read_objects(unit, &objects))
        return false;
    for (size_t i = 0; i < inputs->count; i++)
        if (!load_input(unit, inputs->at[i], i < objects.count ? objects.at[i] : NULL))
            return false;
    return !sw_error_count();
}

bool sw_load(struct sw_unit *unit, const struct sw_strings *inputs) {
    if (!load_inputs(unit, inputs))
        return false;
    sw_symbols_align(unit);
    unit->block_type = sw_abi_block_type(&unit->ir);
    if (unit->options.check)
        unit->options.lanes = 1;
    return true;
}
