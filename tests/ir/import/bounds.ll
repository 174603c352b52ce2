; Launch bounds reach the kernel table; variables keep their names for the host, everything else is internal.
; RUN: %softwarp-cc %s --emit=llvm -O1 --lanes=1 | FileCheck %s
; CHECK: @sw.params = internal global [2 x { i32, i32, i32 }] [{ i32, i32, i32 } { i32 0, i32 1, i32 0 }, { i32, i32, i32 } { i32 8, i32 8, i32 1 }]
; 2 parameters, 16 bytes, 1 variant, 0 shared, 0 local, 0 constant, at most 128 threads, at least 4 blocks, flags 0, sm_90
; CHECK: @sw.kernels = {{.*}}i32 2, i32 16, i32 1, i32 0, i32 0, i32 0, i32 128, i32 4, i32 0, i32 90, i32 0, i32 0 }
; CHECK: @sw.require.pointer = internal global ptr @sw.require, section ".init_array.00001"
; CHECK: @sw.load.pointer = internal global ptr @sw.load, section ".init_array.00101"
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @sw.load.pointer, ptr @sw.require.pointer], section "llvm.metadata"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

define void @kernel(i8 %c, ptr %p) {
  store i8 %c, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @kernel, !"maxntidx", i32 128}
!1 = !{ptr @kernel, !"minctasm", i32 4}
!2 = !{ptr @kernel, !"kernel", i32 1}
