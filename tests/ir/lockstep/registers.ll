; Special registers: threadIdx from the block's tables (a scalar where it counts up along the lanes, a vector of them in
; a block of any shape), lane and warp numbers from the thread's number, the block's own ones once.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()

; CHECK-LABEL: define internal void @coordinates.w8.full(
; CHECK: load i16, ptr %{{.*}}, align 2, !invariant.load
; CHECK: load i16, ptr %{{.*}}, align 2, !invariant.load
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-NOT: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-LABEL: define internal void @coordinates.w8.rows(
; CHECK-LABEL: define internal void @coordinates.w8.any(
; CHECK: load <8 x i16>, ptr %{{.*}}, align 2, !invariant.load
; CHECK: load <8 x i16>, ptr %{{.*}}, align 2, !invariant.load
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-NOT: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK: ret void
define void @coordinates(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  %s = mul i32 %y, %b
  store i32 %s, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @numbers.w8.full(
; CHECK-DAG: and i32 %tid, 31
; CHECK-DAG: lshr i32 %tid, 5
; CHECK-DAG: shl {{.*}}<8 x i32> <i32 1, i32 1,
; CHECK: ret void
define void @numbers(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %below = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %at = getelementptr i32, ptr %p, i32 %lane
  %s = mul i32 %warp, %below
  store i32 %s, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @coordinates, !"kernel", i32 1}
!1 = !{ptr @numbers, !"kernel", i32 1}
