; Vectors of 16 bytes that are relaxed or stronger, and .b128, are one access of the processor's, never two: a value and its flag
; side by side arrive together (CUB's tiles).
; RUN: %softwarp-cc %s --passes=import,assembly,atomics --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --lanes=1 --cpu=x86-64-v3 --emit=asm | FileCheck %s --check-prefix=ASM
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

; CHECK-LABEL: define {{.*}}void @loads(ptr %p, ptr %q)
; CHECK-COUNT-4: load atomic volatile i128, ptr
; CHECK-NOT: load atomic
; CHECK: ret void
; ASM: loads.block.w1:
; ASM-NOT: ret
; ASM-COUNT-4: vmov{{aps|dqa}} (%{{r[a-z0-9]+}}), %xmm
; ASM: ret
define void @loads(ptr %p, ptr %q) {
  %r = call i64 asm sideeffect "{ .reg .b64 a, b; .reg .b32 c, d, e, f; .reg .b128 x;
    ld.relaxed.gpu.global.v2.b64 {a, b}, [$1]; xor.b64 $0, a, b;
    ld.relaxed.gpu.global.v4.b32 {c, d, e, f}, [$1]; mov.b64 a, {c, f}; xor.b64 $0, $0, a; mov.b64 a, {d, e}; xor.b64 $0, $0, a;
    ld.acquire.sys.v2.u64 {a, b}, [$1]; xor.b64 $0, $0, a; xor.b64 $0, $0, b;
    ld.relaxed.cluster.b128 x, [$1]; mov.b128 {a, b}, x; xor.b64 $0, $0, a; xor.b64 $0, $0, b; }", "=&l,l,~{memory}"(ptr %p)
  store i64 %r, ptr %q
  ret void
}

; CHECK-LABEL: define {{.*}}void @stores(ptr %p, i64 %a)
; CHECK-COUNT-3: store atomic volatile i128 {{.*}}, ptr
; CHECK: ret void
; ASM: stores.block.w1:
; ASM-COUNT-3: vmov{{aps|dqa}} %xmm{{.*}}, (%{{r[a-z0-9]+}})
; ASM: ret
define void @stores(ptr %p, i64 %a) {
  call void asm sideeffect "{ .reg .b32 c, d; .reg .b128 x; mov.b64 {c, d}, $1; mov.b128 x, {$1, $1};
    st.relaxed.gpu.global.v2.b64 [$0], {$1, $1}; st.relaxed.gpu.global.v4.b32 [$0], {c, d, c, d};
    st.release.gpu.b128 [$0], x; }", "l,l,~{memory}"(ptr %p, i64 %a)
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @loads, !"kernel", i32 1}
!1 = !{ptr @stores, !"kernel", i32 1}
