// Wrong and unknown inline PTX is an error that names the instruction, the operand and the line, in every statement at once.
// RUN: not %swcc -c %s -o %t.o 2> %t.said
// RUN: FileCheck %s < %t.said
__global__ void wrong(unsigned *out, unsigned long long wide, float f) {
    unsigned x = out[0];
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'mma' is not supported: in 'mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 x, y, z, w'
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 x, y, z, w;");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'add' has no such form: '.u128': in 'add.u128 %0, %0, %0'
    asm("add.u128 %0, %0, %0;" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'mul' needs more words behind it (a type, a mode): in 'mul.u32 %0, %0, %0'
    asm("mul.u32 %0, %0, %0;" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'add' takes 3 operands, not 2: in 'add.u32 %0, %0'
    asm("add.u32 %0, %0;" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'bar' takes 1 to 2 operands, not 3: in 'bar.sync 0, 32, 1'
    asm volatile("bar.sync 0, 32, 1;");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: operand '%1' is a register of type .b64 where .u32 is wanted: in 'add.u32 %0, %0, %1'
    asm("add.u32 %0, %0, %1;" : "+r"(x) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: operand 'p' is a register of type .pred where .b32 is wanted: in 'and.b32 %0, %0, p' (line 2 of the text)
    asm("{ .reg .pred p;\n and.b32 %0, %0, p; }" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: 'q' is neither a register that is declared here nor a special register that is supported: in 'mov.u32 %0, q'
    asm("{ .reg .u32 q; } mov.u32 %0, q;" : "=r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '%envreg3' is neither
    asm("mov.b32 %0, %%envreg3;" : "=r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: label 'NOWHERE' is not in this statement: in 'bra NOWHERE'
    asm volatile("bra NOWHERE;");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: label 'L' is there twice: in 'L:'
    asm volatile("L: L:");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '}' is missing: in 'mov.u32 %0, 1'
    asm("{ mov.u32 %0, 1;" : "=r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: an operand expected: 'add.u32 %0, %0,'
    asm("add.u32 %0, %0, ;" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: ';' expected: 'mov.u32 %0, 1 mov.u32 %0, 2'
    asm("mov.u32 %0, 1 mov.u32 %0, 2;" : "=r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: directive '.shared' is not supported: '.shared .u32 s'
    asm(".shared .u32 s;");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: address '%1' has 32 bits; there it takes 64: in 'ld.global.u32 %0, [%1]'
    asm("ld.global.u32 %0, [%1];" : "=r"(x) : "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '%1' is no address; that is written in brackets: in 'ld.global.u32 %0, %1'
    asm("ld.global.u32 %0, %1;" : "=r"(x) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '{%0, %0}' has 2 elements, the instruction 4: in 'ld.global.v4.u32 {%0, %0}, [%1]'
    asm("ld.global.v4.u32 {%0, %0}, [%1];" : "=r"(x) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '%1' must be a constant: in 'lop3.b32 %0, %1, %1, %1, %1'
    asm("lop3.b32 %0, %1, %1, %1, %1;" : "=r"(x) : "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '5' is no register that can be written: in 'mov.u32 5, %0'
    asm("mov.u32 5, %0;" : "+r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '1.5' is no constant of type .u16: in 'mov.u16 h, 1.5'
    asm("{ .reg .u16 h; mov.u16 h, 1.5; }");
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'red' takes 3 operands, not 2: in 'red.global.add.L2::cache_hint.u32 [%0], %1'
    asm volatile("red.global.add.L2::cache_hint.u32 [%0], %1;" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'atom' takes 3 operands, not 4: in 'atom.global.add.u32 %0, [%1], %0, %1'
    asm volatile("atom.global.add.u32 %0, [%1], %0, %1;" : "+r"(x) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'atom' has no such form: '.v2': in 'atom.shared.add.v2.f32 {%0, %0}, [%1], {%0, %0}'
    asm volatile("atom.shared.add.v2.f32 {%0, %0}, [%1], {%0, %0};" : "+f"(f) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '{%0, %0}' has 2 elements, the instruction 4: in 'atom.global.add.v4.f32 {%0, %0}, [%1], {%0, %0, %0, %0}'
    asm volatile("atom.global.add.v4.f32 {%0, %0}, [%1], {%0, %0, %0, %0};" : "+f"(f) : "l"(wide));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'red' has no such form: '.{{v2|u32}}': in 'red.global.add.v2.u32 [%0], {%1, %1}'
    asm volatile("red.global.add.v2.u32 [%0], {%1, %1};" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: it takes 2 coordinates there: in 'cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1}], [%1]'
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1}], [%1];" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '[%0]' is no place of a tensor: [map, {coordinates}]: in 'cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0], [%1]'
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0], [%1];" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: it takes 1 offsets there: in 'cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [%1], [%0, {0, 0, 0}], [%1], {1, 2}'
    asm volatile("cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [%1], [%0, {0, 0, 0}], [%1], {1, 2};" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: im2col wants three dimensions at least: in 'cp.async.bulk.tensor.2d.global.shared::cta.im2col_no_offs.bulk_group [%0, {0, 0}], [%1]'
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.im2col_no_offs.bulk_group [%0, {0, 0}], [%1];" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: '%1' must be a constant: in 'tensormap.replace.tile.box_dim.global.b1024.b32 [%0], %1, %1'
    asm volatile("tensormap.replace.tile.box_dim.global.b1024.b32 [%0], %1, %1;" ::"l"(wide), "r"(x));
    // CHECK: ptx_errors.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: it copies 128 bytes: in 'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 64'
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 64;" ::"l"(wide), "r"(x));
    out[0] = x + f;
}
