; A suspend point writes its request into the block, suspends and reads the answer.
; RUN: %softwarp-cc %s --passes=import,context,requests --emit=llvm | FileCheck %s

declare i32 @llvm.nvvm.barrier0.popc(i32)
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)

define void @kernel(i32 %p, float %v) {
; CHECK-LABEL: @kernel(
; barrier: kind 1, operation COUNT
; CHECK: store i32 1, ptr
; CHECK: store i32 1, ptr
; CHECK: %[[P:.*]] = {{.*}}zext i32 %p{{.*}} to i64
; CHECK: store i64 %[[P]], ptr
; CHECK: call i8 @sw.suspend.token()
; CHECK: %answer = load i64, ptr
; CHECK: trunc i64 %answer to i32
; shuffle: kind 2, operation 3
; CHECK: store i32 2, ptr
; CHECK: store i32 3, ptr
; CHECK: call i8 @sw.suspend.token()
; CHECK: bitcast i32 %{{.*}} to float
; CHECK: call i8 @sw.suspend.token()
; CHECK: insertvalue { i32, i1 }
; CHECK: insertvalue { i32, i1 } %{{.*}}, i1 %{{.*}}, 1
  %c = call i32 @llvm.nvvm.barrier0.popc(i32 %p)
  %s = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %v, i32 4, i32 31)
  %m = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %c)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
