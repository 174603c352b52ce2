/* A host object of clang's that carries its bitcode from before any optimisation (section .llvmbc), with places. */
#include <llvm-c/Object.h>

#include "pipeline/pipeline.h"

static bool load_section(struct sw_ir *ir, LLVMSectionIteratorRef section, const char *object) {
    enum { LEAST = 4 };
    size_t size = LLVMGetSectionSize(section);
    return size >= LEAST && sw_ir_load_bytes(ir, LLVMGetSectionContents(section), size, object);
}

bool sw_load_host(struct sw_ir *ir, const char *object) {
    char *message = NULL;
    LLVMMemoryBufferRef buffer;
    if (LLVMCreateMemoryBufferWithContentsOfFile(object, &buffer, &message))
        return LLVMDisposeMessage(message), false;
    LLVMBinaryRef binary = LLVMCreateBinary(buffer, ir->context, &message);
    if (!binary)
        return LLVMDisposeMessage(message), LLVMDisposeMemoryBuffer(buffer), false;
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    bool is_found = false;
    for (; !is_found && !LLVMObjectFileIsSectionIteratorAtEnd(binary, section); LLVMMoveToNextSection(section)) {
        const char *name = LLVMGetSectionName(section);
        is_found = name && sw_equal(name, ".llvmbc") && load_section(ir, section, object);
    }
    LLVMDisposeSectionIterator(section);
    LLVMDisposeBinary(binary);
    LLVMDisposeMemoryBuffer(buffer);
    return is_found;
}
