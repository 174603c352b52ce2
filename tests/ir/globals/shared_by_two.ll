; A shared variable that two kernels use after inlining counts for both; one that an out-of-line function uses has the
; same place for all that may call it.
; RUN: %softwarp-cc %s --emit=llvm -O1 --lanes=1 | FileCheck %s
; CHECK: @sw.kernels = {{.*}}i32 0, i32 0, i32 1, i32 144, {{.*}}i32 0, i32 0, i32 1, i32 128,
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@tile = internal addrspace(3) global [32 x i32] undef, align 16
@common = internal addrspace(3) global i32 undef, align 4

define void @helper() noinline {
  store volatile i32 1, ptr addrspace(3) @common
  ret void
}

define void @one() {
  store volatile i32 1, ptr addrspace(3) @tile
  call void @helper()
  ret void
}

define void @two() {
  store volatile i32 1, ptr addrspace(3) @tile
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @one, !"kernel", i32 1}
!1 = !{ptr @two, !"kernel", i32 1}
