/* What the debugger is told of variables that are not where clang says.
 *
 *  - A device variable lies in the image, and the host object has a variable of the same name, its shadow. Clang's
 *    description is given a place, by a symbol of its own (@sw.var.N = sw.image + offset), and made one of the file's:
 *    a debugger that stops in device code finds that first. Of a managed variable it is what its cell points at. Each
 *    other file of a device link that has no such variable of its own gets a description, too, since a debugger that does
 *    not find a name in its file takes the shadow.
 *  - A shared variable becomes a local one of each function that names it, whose place is found through the block.
 *  - Clang describes no extern array (dynamic shared memory): its type is made up from LLVM's, which knows no signs. */
#define _GNU_SOURCE
#include "transform/lower/lower.h"

#include <stddef.h>
#include <string.h>

enum { /* operands, as in LLVM's DebugInfoMetadata.h */
       OF_VARIABLE_SCOPE = 0,
       OF_VARIABLE_NAME = 1,
       OF_VARIABLE_TYPE = 3,
       OF_VARIABLE_LINKAGE = 5,
       OF_VARIABLE_MEMBER = 6
};
enum {
    DW_OP_DEREF = 0x06,
    DW_OP_DUP = 0x12,
    DW_OP_SWAP = 0x16,
    DW_OP_MINUS = 0x1c,
    DW_OP_PLUS = 0x22,
    DW_OP_PLUS_UCONST = 0x23,
    DW_OP_DEREF_SIZE = 0x94
};
enum { DW_ATE_FLOAT = 4, DW_ATE_SIGNED = 5, DW_ATE_SIGNED_CHAR = 6, DW_TAG_STRUCTURE = 0x13, DW_LANG_CPP = 0x04 };

struct text {
    const char *at;
    size_t length;
};

static struct text text_operand(struct sw_ir *ir, LLVMMetadataRef node, unsigned index) {
    LLVMMetadataRef operand = sw_metadata_operand(ir, node, index);
    unsigned length = 0;
    const char *at = operand ? LLVMGetMDString(LLVMMetadataAsValue(ir->context, operand), &length) : NULL;
    return (struct text){at ? at : "", at ? length : 0};
}

/* A mangled name without what clang puts behind those of a file's own variables in relocatable code. */
static struct text mangled(struct text name) {
    static const char *const tails[] = {"__static__", "__intern__"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        const char *tail = memmem(name.at, name.length, tails[i], strlen(tails[i]));
        if (tail)
            return (struct text){name.at, (size_t)(tail - name.at)};
    }
    return name;
}

LLVMMetadataRef sw_describe_moved(struct sw_ir *ir, LLVMDIBuilderRef b, LLVMMetadataRef description,
                                  LLVMMetadataRef place) {
    LLVMMetadataRef old = LLVMDIGlobalVariableExpressionGetVariable(description);
    struct text name = text_operand(ir, old, OF_VARIABLE_NAME);
    struct text linkage = mangled(text_operand(ir, old, OF_VARIABLE_LINKAGE));
    return LLVMDIBuilderCreateGlobalVariableExpression(
        b, LLVMDIVariableGetScope(old), name.at, name.length, linkage.at, linkage.length, LLVMDIVariableGetFile(old),
        LLVMDIVariableGetLine(old), sw_metadata_operand(ir, old, OF_VARIABLE_TYPE), 1, place,
        sw_metadata_operand(ir, old, OF_VARIABLE_MEMBER), 0);
}

/* A symbol for a place in the image. */
static LLVMValueRef symbol_in_image(struct sw_unit *unit, size_t number, uint64_t offset) {
    struct sw_ir *ir = &unit->ir;
    const char *name = sw_arena_printf(ir->arena, "sw.var.%zu", number);
    const char *line = sw_arena_printf(ir->arena, ".set %s, %s + %llu\n", name, sw_name(unit->image),
                                       (unsigned long long)offset);
    LLVMAppendModuleInlineAsm(ir->module, line, strlen(line));
    LLVMValueRef symbol = LLVMAddGlobal(ir->module, ir->i8, name);
    LLVMSetVisibility(symbol, LLVMHiddenVisibility);
    return symbol;
}

static LLVMMetadataRef describe_variable(struct sw_unit *unit, LLVMDIBuilderRef b, size_t number) {
    const struct sw_variable *v = &unit->variables.at[number];
    uint64_t deref = DW_OP_DEREF;
    LLVMMetadataRef place = LLVMDIBuilderCreateExpression(b, &deref, v->is_managed ? 1 : 0);
    LLVMMetadataRef description = sw_describe_moved(&unit->ir, b, v->description, place);
    LLVMValueRef symbol = v->is_managed ? v->cell : symbol_in_image(unit, number, v->offset);
    LLVMGlobalSetMetadata(symbol, LLVMGetMDKindIDInContext(unit->ir.context, "dbg", 3), description);
    return description;
}

/* A constant that stays a variable of the object: clang's expression has the GPU's address space in it. */
static void describe_remaining(struct sw_unit *unit, LLVMDIBuilderRef b, LLVMValueRef global, struct sw_map *instead) {
    LLVMMetadataRef description = LLVMIsGlobalConstant(global) ? sw_description_of(&unit->ir, global) : NULL;
    if (!description || sw_map_has(instead, description))
        return;
    LLVMMetadataRef now = sw_describe_moved(&unit->ir, b, description, LLVMDIBuilderCreateExpression(b, NULL, 0));
    LLVMGlobalSetMetadata(global, LLVMGetMDKindIDInContext(unit->ir.context, "dbg", 3), now);
    sw_map_put(instead, description, now);
}

/* What comes instead of a description in a file's list; null: nothing. Shared variables are described by functions, and
 * so are threadIdx and the like. */
static LLVMMetadataRef replacement(struct sw_unit *unit, struct sw_map *instead, LLVMMetadataRef description) {
    static const char *const described[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    struct sw_ir *ir = &unit->ir;
    if (sw_map_has(instead, description))
        return sw_map_get(instead, description);
    LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(description);
    struct text name = text_operand(ir, variable, OF_VARIABLE_NAME);
    for (size_t i = 0; i < sizeof described / sizeof *described; i++)
        if (strlen(described[i]) == name.length && !memcmp(described[i], name.at, name.length))
            return NULL;
    for (size_t i = 0; i < unit->shared_uses.count; i++)
        if (unit->shared_uses.at[i].description == description)
            return NULL;
    return description;
}

/* The namespace or class that something lies in; null: none, its file. */
static LLVMMetadataRef inner_scope(LLVMMetadataRef scope) {
    LLVMMetadataKind kind = scope ? LLVMGetMetadataKind(scope) : LLVMDIFileMetadataKind;
    return kind == LLVMDINamespaceMetadataKind || kind == LLVMDICompositeTypeMetadataKind ? scope : NULL;
}

static bool is_same_text(struct text a, struct text b) {
    return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

static bool is_same_scope(struct sw_ir *ir, LLVMMetadataRef a, LLVMMetadataRef b) {
    enum { OF_SCOPE_SCOPE = 1, OF_SCOPE_NAME = 2 };
    a = inner_scope(a), b = inner_scope(b);
    if (a == b)
        return true;
    return a && b && is_same_text(text_operand(ir, a, OF_SCOPE_NAME), text_operand(ir, b, OF_SCOPE_NAME)) &&
           is_same_scope(ir, sw_metadata_operand(ir, a, OF_SCOPE_SCOPE), sw_metadata_operand(ir, b, OF_SCOPE_SCOPE));
}

/* Whether a file's list has a variable that goes by the name of another. */
static bool has_namesake(struct sw_ir *ir, LLVMMetadataRef *list, size_t count, LLVMMetadataRef description) {
    LLVMMetadataRef wanted = LLVMDIGlobalVariableExpressionGetVariable(description);
    struct text name = text_operand(ir, wanted, OF_VARIABLE_NAME);
    for (size_t i = 0; i < count; i++) {
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(list[i]);
        if (is_same_text(name, text_operand(ir, variable, OF_VARIABLE_NAME)) &&
            is_same_scope(ir, LLVMDIVariableGetScope(wanted), LLVMDIVariableGetScope(variable)))
            return true;
    }
    return false;
}

/* Behind a file's own variables, those of other files that are everyone's; gives how many there are now. */
static unsigned add_others(struct sw_unit *unit, LLVMMetadataRef *list, unsigned count, struct sw_map *instead) {
    unsigned own = count;
    for (size_t i = 0; i < unit->variables.count; i++) {
        const struct sw_variable *v = &unit->variables.at[i];
        LLVMMetadataRef description = v->description && !v->owner ? sw_map_get(instead, v->description) : NULL;
        if (description && !has_namesake(&unit->ir, list, own, description))
            list[count++] = description;
    }
    return count;
}

static void rewrite_list(struct sw_unit *unit, LLVMValueRef compile_unit, struct sw_map *instead) {
    struct sw_ir *ir = &unit->ir;
    LLVMMetadataRef list = sw_metadata_operand(ir, LLVMValueAsMetadata(compile_unit), SW_UNIT_GLOBALS);
    LLVMValueRef node = list ? LLVMMetadataAsValue(ir->context, list) : NULL;
    unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0, kept = 0;
    LLVMValueRef *old = sw_arena_alloc(ir->arena, (count + 1) * sizeof *old);
    LLVMMetadataRef *now = sw_arena_alloc(ir->arena, (count + unit->variables.count + 1) * sizeof *now);
    if (node)
        LLVMGetMDNodeOperands(node, old);
    for (unsigned i = 0; i < count; i++)
        if ((now[kept] = replacement(unit, instead, LLVMValueAsMetadata(old[i]))))
            kept++;
    kept = add_others(unit, now, kept, instead);
    LLVMReplaceMDNodeOperandWith(compile_unit, SW_UNIT_GLOBALS, LLVMMDNodeInContext2(ir->context, now, kept));
}

void sw_describe_variables(struct sw_unit *unit, LLVMDIBuilderRef builder) {
    static const char units[] = "llvm.dbg.cu";
    struct sw_ir *ir = &unit->ir;
    struct sw_map *instead = sw_map_create(ir->arena);
    for (LLVMValueRef g = LLVMGetFirstGlobal(ir->module); g; g = LLVMGetNextGlobal(g))
        describe_remaining(unit, builder, g, instead);
    for (size_t i = 0; i < unit->variables.count; i++)
        if (unit->variables.at[i].description)
            sw_map_put(instead, unit->variables.at[i].description, describe_variable(unit, builder, i));
    unsigned count = LLVMGetNamedMetadataNumOperands(ir->module, units);
    LLVMValueRef *all = sw_arena_alloc(ir->arena, (count + 1) * sizeof *all);
    LLVMGetNamedMetadataOperands(ir->module, units, all);
    for (unsigned i = 0; i < count; i++)
        rewrite_list(unit, all[i], instead);
}

static LLVMMetadataRef basic_type(LLVMDIBuilderRef b, const char *name, uint64_t bits, unsigned encoding) {
    return LLVMDIBuilderCreateBasicType(b, name, strlen(name), bits, encoding, LLVMDIFlagZero);
}

static LLVMMetadataRef integer_type(LLVMDIBuilderRef b, unsigned bits) {
    static const struct {
        unsigned bits;
        const char *name;
        unsigned encoding;
    } all[] = {{8, "char", DW_ATE_SIGNED_CHAR},
               {16, "short", DW_ATE_SIGNED},
               {32, "int", DW_ATE_SIGNED},
               {64, "long", DW_ATE_SIGNED}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].bits == bits)
            return basic_type(b, all[i].name, bits, all[i].encoding);
    return basic_type(b, "char", 8, DW_ATE_SIGNED_CHAR);
}

/* Of %struct.ns::S, S of namespace ns: the debugger looks for what that is in the program's other files. */
static LLVMMetadataRef structure_type(LLVMDIBuilderRef b, LLVMMetadataRef file, LLVMTypeRef type) {
    const char *name = LLVMGetStructName(type);
    const char *own = name && strchr(name, '.') ? strchr(name, '.') + 1 : "";
    size_t length = strlen(own);
    while (length && strspn(own + length - 1, "0123456789")) /* a second type of that name has a number */
        length--;
    length = length && own[length - 1] == '.' ? length - 1 : strlen(own);
    return LLVMDIBuilderCreateForwardDecl(b, DW_TAG_STRUCTURE, own, length, file, file, 0, DW_LANG_CPP, 0, 0, "", 0);
}

static LLVMMetadataRef type_of(struct sw_unit *unit, LLVMDIBuilderRef b, LLVMMetadataRef file, LLVMTypeRef type) {
    LLVMMetadataRef range;
    int64_t count;
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind:
        return basic_type(b, "float", 32, DW_ATE_FLOAT);
    case LLVMDoubleTypeKind:
        return basic_type(b, "double", 64, DW_ATE_FLOAT);
    case LLVMIntegerTypeKind:
        return integer_type(b, LLVMGetIntTypeWidth(type));
    case LLVMPointerTypeKind:
        return LLVMDIBuilderCreatePointerType(b, NULL, 64, 64, 0, "", 0);
    case LLVMStructTypeKind:
        return structure_type(b, file, type);
    case LLVMArrayTypeKind:
        count = (int64_t)LLVMGetArrayLength2(type);
        range = LLVMDIBuilderGetOrCreateSubrange(b, 0, count ? count : -1);
        return LLVMDIBuilderCreateArrayType(b, LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->ir.module), type) * 8, 0,
                                            type_of(unit, b, file, LLVMGetElementType(type)), &range, 1);
    default:
        return basic_type(b, "char", 8, DW_ATE_SIGNED_CHAR);
    }
}

/* From the address at which the block's address is kept. */
static LLVMMetadataRef shared_place(LLVMDIBuilderRef b, uint64_t offset) {
    enum {
        SHARED = offsetof(struct swrt_block, shared),
        WHOLE = offsetof(struct swrt_block, shared_bytes),
        DYNAMIC = offsetof(struct swrt_block, dynamic_bytes)
    };
    uint64_t fixed[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST, SHARED, DW_OP_DEREF, DW_OP_PLUS_UCONST, offset};
    uint64_t behind[] = {DW_OP_DEREF, DW_OP_DUP,   DW_OP_PLUS_UCONST, SHARED,  DW_OP_DEREF,
                         DW_OP_SWAP,  DW_OP_DUP,   DW_OP_PLUS_UCONST, WHOLE,   DW_OP_DEREF_SIZE,
                         4,           DW_OP_SWAP,  DW_OP_PLUS_UCONST, DYNAMIC, DW_OP_DEREF_SIZE,
                         4,           DW_OP_MINUS, DW_OP_PLUS};
    if (offset == SW_AFTER_STATIC)
        return LLVMDIBuilderCreateExpression(b, behind, sizeof behind / sizeof *behind);
    return LLVMDIBuilderCreateExpression(b, fixed, sizeof fixed / sizeof *fixed);
}

/* The function whose variable it is; null: that of a file. */
static LLVMMetadataRef function_of(struct sw_ir *ir, LLVMMetadataRef variable) {
    LLVMMetadataRef scope = variable ? LLVMDIVariableGetScope(variable) : NULL;
    bool is_local = scope && (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind ||
                              LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind);
    return is_local ? sw_subprogram_of(ir, scope) : NULL;
}

static void describe_use(struct sw_unit *unit, LLVMDIBuilderRef b, const struct sw_shared_use *use,
                         const struct sw_presence *in, LLVMValueRef kept, LLVMValueRef before) {
    struct sw_ir *ir = &unit->ir;
    LLVMMetadataRef variable = use->description ? LLVMDIGlobalVariableExpressionGetVariable(use->description) : NULL;
    LLVMMetadataRef owner = function_of(ir, variable), file = LLVMDIScopeGetFile(in->subprogram);
    if (owner && owner != in->subprogram)
        return;
    LLVMMetadataRef scope = owner ? LLVMDIVariableGetScope(variable) : in->subprogram;
    unsigned line = variable ? LLVMDIVariableGetLine(variable) : LLVMDISubprogramGetLine(in->subprogram);
    LLVMMetadataRef type = variable ? sw_metadata_operand(ir, variable, OF_VARIABLE_TYPE)
                                    : type_of(unit, b, file, use->type);
    struct text name = {use->name, strlen(use->name)};
    name = variable ? text_operand(ir, variable, OF_VARIABLE_NAME) : name;
    LLVMMetadataRef local = LLVMDIBuilderCreateAutoVariable(b, scope, name.at, name.length, file, line, type, 1,
                                                            LLVMDIFlagZero, 0);
    LLVMMetadataRef where = LLVMDIBuilderCreateDebugLocation(ir->context, line, 0, scope, in->inlined_at);
    LLVMDIBuilderInsertDeclareRecordBefore(b, kept, local, shared_place(b, use->offset), where, before);
}

void sw_describe_shared(struct sw_unit *unit, LLVMDIBuilderRef builder, const struct sw_presences *presences,
                        LLVMValueRef kept, LLVMValueRef before) {
    for (size_t i = 0; i < unit->shared_uses.count; i++)
        for (size_t k = 0; k < presences->count; k++)
            if (presences->at[k].takes_variables && unit->shared_uses.at[i].subprogram == presences->at[0].subprogram)
                describe_use(unit, builder, &unit->shared_uses.at[i], &presences->at[k], kept, before);
}
