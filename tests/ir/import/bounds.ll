; Launch bounds and the size of clusters reach the kernel table; variables keep their names for the host, everything else is internal.
; RUN: %softwarp-cc %s --emit=llvm -O1 --lanes=1 | FileCheck %s
; CHECK: @sw.params = internal global [2 x { i32, i32, i32 }] [{ i32, i32, i32 } { i32 0, i32 1, i32 0 }, { i32, i32, i32 } { i32 8, i32 8, i32 1 }]
; 2 parameters, 16 bytes, 1 variant, 0 shared, 0 local, 0 constant, at most 128 threads, at least 4 blocks, flags 0, sm_90,
; clusters of 2 by 3 by 1 blocks, at most 6
; CHECK: @sw.kernels = {{.*}}i32 2, i32 16, i32 1, i32 0, i32 0, i32 0, i32 128, i32 4, i32 0, i32 90, i32 0, i32 0, i32 2, i32 3, i32 1, i32 6 }
; CHECK: @sw.require.pointer = internal global ptr @sw.require, section ".init_array.00001"
; CHECK: @sw.load.pointer = internal global ptr @sw.load, section ".init_array.00101"
; CHECK: @llvm.used = appending global [2 x ptr] [ptr @sw.load.pointer, ptr @sw.require.pointer], section "llvm.metadata"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

define void @kernel(i8 %c, ptr %p) {
  store i8 %c, ptr %p
  ret void
}

@.text = private unnamed_addr constant [11 x i8] c"sw.cluster\00", section "llvm.metadata"
@.file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@.args = private unnamed_addr constant { i32, i32, i32 } { i32 2, i32 3, i32 1 }, section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr @.file, i32 1, ptr @.args }], section "llvm.metadata"

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @kernel, !"maxntidx", i32 128}
!1 = !{ptr @kernel, !"minctasm", i32 4}
!2 = !{ptr @kernel, !"kernel", i32 1}
!3 = !{ptr @kernel, !"maxclusterrank", i32 6}
