/* The image: all device variables of a module in one piece of memory, so that each device can have its own.
 *
 * Variables with an initial value come first; only that part is stored in the object (sw.image.init), the image itself
 * is zero memory. Pointers from variable to variable are resolved by the linker for device 0 and listed as relocs for
 * the others. */
#include "softwarp/assumptions.h"
#include "transform/lower/image.h"

static bool starts_zero(LLVMValueRef global) {
    LLVMValueRef value = LLVMGetInitializer(global);
    return SW_PROVED(starts_zero, LLVMIsNull(value) || LLVMIsUndef(value));
}

const struct sw_variable *sw_find_variable(struct sw_unit *unit, LLVMValueRef global) {
    for (size_t i = 0; i < unit->variables.count; i++)
        if (unit->variables.at[i].global == global)
            return &unit->variables.at[i];
    return NULL;
}

/* A quarter of the variable, within bounds: room for the usual row too far. */
unsigned sw_red_zone(const struct sw_unit *unit, uint64_t size) {
    enum { LEAST = 32, MOST = 512 };
    uint64_t bytes = size / 4 / 16 * 16;
    return !unit->options.check ? 0 : bytes < LEAST ? LEAST : bytes > MOST ? MOST : (unsigned)bytes;
}

static void place_variables(struct sw_unit *unit, bool zero) {
    for (size_t i = 0; i < unit->variables.count; i++) {
        struct sw_variable *v = &unit->variables.at[i];
        if (v->is_managed || starts_zero(v->global) != zero)
            continue;
        uint64_t free = unit->image_bytes + sw_red_zone(unit, v->size);
        v->offset = (free + v->align - 1) / v->align * v->align;
        unit->image_bytes = v->offset + v->size;
        assert(v->align && v->offset % v->align == 0 && v->offset >= free);
    }
}

static LLVMValueRef internal_global(struct sw_unit *unit, LLVMTypeRef type, const char *name, LLVMValueRef value,
                                    unsigned align) {
    LLVMValueRef global = LLVMAddGlobal(unit->ir.module, type, name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetAlignment(global, align);
    return global;
}

/* A managed variable keeps its own global as the initial value, in plain address space. */
static void make_cell(struct sw_unit *unit, struct sw_variable *v) {
    const char *name = sw_arena_printf(unit->ir.arena, "%s.cell", v->name);
    LLVMValueRef start = LLVMConstAddrSpaceCast(v->global, unit->ir.ptr);
    v->cell = internal_global(unit, unit->ir.ptr, name, start, 8);
}

void sw_image_lay_out(struct sw_unit *unit) {
    place_variables(unit, false);
    unit->init_bytes = unit->image_bytes;
    place_variables(unit, true);
    if (unit->image_bytes)
        unit->image_bytes += sw_red_zone(unit, 0);
    for (size_t i = 0; i < unit->variables.count; i++)
        if (!unit->variables.at[i].is_managed && !unit->image_bytes)
            unit->image_bytes = 1; /* variables without size have an address, too */
    for (size_t i = 0; i < unit->variables.count; i++)
        if (unit->variables.at[i].is_managed)
            make_cell(unit, &unit->variables.at[i]);
}

static LLVMValueRef image_address(struct sw_unit *unit, uint64_t offset) {
    LLVMValueRef index = sw_const(unit->ir.i64, offset);
    return LLVMConstGEP2(unit->ir.i8, unit->image, &index, 1);
}

/* Initial values of other globals that name a variable: from now on device 0's place in the image. */
static void redirect_constants(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->variables.count; i++) {
        struct sw_variable *v = &unit->variables.at[i];
        if (v->is_managed)
            continue;
        LLVMReplaceAllUsesWith(v->global,
                               LLVMConstAddrSpaceCast(image_address(unit, v->offset), LLVMTypeOf(v->global)));
    }
}

/* Byte offset of a constant address from the image; false when it is something else. */
static bool offset_in_image(struct sw_unit *unit, LLVMValueRef address, uint64_t *offset) {
    if (address == unit->image) {
        *offset = 0;
        return true;
    }
    if (!LLVMIsAConstantExpr(address))
        return false;
    LLVMOpcode opcode = LLVMGetConstOpcode(address);
    if (opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast || opcode == LLVMPtrToInt)
        return offset_in_image(unit, LLVMGetOperand(address, 0), offset);
    if (opcode != LLVMGetElementPtr || !offset_in_image(unit, LLVMGetOperand(address, 0), offset))
        return false;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->ir.module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
        int64_t index = LLVMConstIntGetSExtValue(LLVMGetOperand(address, (unsigned)i));
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += LLVMOffsetOfElement(layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        *offset += (uint64_t)index * LLVMABISizeOfType(layout, type);
    }
    return true;
}

/* Lists the pointers into the image within a value that lies at `at`. */
static void find_relocs(struct sw_unit *unit, LLVMValueRef value, uint64_t at) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->ir.module);
    LLVMTypeRef type = LLVMTypeOf(value);
    uint64_t target;
    if (LLVMIsNull(value) || LLVMIsUndef(value))
        return;
    if (offset_in_image(unit, value, &target)) {
        struct sw_reloc reloc = {at, target};
        sw_vec_push(unit->ir.arena, &unit->relocs, reloc);
        return;
    }
    if (!LLVMIsAConstantStruct(value) && !LLVMIsAConstantArray(value))
        return;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        uint64_t step = LLVMIsAConstantStruct(value)
                            ? LLVMOffsetOfElement(layout, type, (unsigned)i)
                            : (uint64_t)i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
        find_relocs(unit, LLVMGetOperand(value, (unsigned)i), at + step);
    }
}

/* The initial value as a packed structure with explicit padding. */
static LLVMValueRef initial_value(struct sw_unit *unit) {
    struct sw_values parts = {0};
    uint64_t at = 0;
    for (size_t i = 0; i < unit->variables.count; i++) {
        struct sw_variable *v = &unit->variables.at[i];
        if (v->is_managed || starts_zero(v->global))
            continue;
        if (v->offset > at)
            sw_vec_push(unit->ir.arena, &parts, LLVMConstNull(LLVMArrayType2(unit->ir.i8, v->offset - at)));
        sw_vec_push(unit->ir.arena, &parts, LLVMGetInitializer(v->global));
        find_relocs(unit, LLVMGetInitializer(v->global), v->offset);
        at = v->offset + v->size;
    }
    return LLVMConstStructInContext(unit->ir.context, parts.at, (unsigned)parts.count, 1);
}

/* 256 as cudaMalloc has it; more where a variable asks for more. */
static unsigned image_align(struct sw_unit *unit) {
    unsigned align = 256;
    for (size_t i = 0; i < unit->variables.count; i++)
        if (unit->variables.at[i].align > align)
            align = unit->variables.at[i].align;
    return align;
}

void sw_image_finish(struct sw_unit *unit) {
    if (unit->image_bytes) {
        LLVMTypeRef type = LLVMArrayType2(unit->ir.i8, unit->image_bytes);
        unit->image = internal_global(unit, type, "sw.image", LLVMConstNull(type), image_align(unit));
        redirect_constants(unit);
        if (unit->init_bytes) {
            LLVMValueRef value = initial_value(unit);
            unit->init = internal_global(unit, LLVMTypeOf(value), "sw.image.init", value, 16);
        }
    }
    for (size_t i = 0; i < unit->variables.count; i++) {
        struct sw_variable *v = &unit->variables.at[i];
        LLVMSetLinkage(v->global, LLVMInternalLinkage);
        if (!v->is_managed && !LLVMGetFirstUse(v->global))
            LLVMDeleteGlobal(v->global);
    }
}
