; An index with a limit is a line as long as no lane meets it: a test of lane 0's and the last lane's number decides between
; a vector access and one that asks each lane. A limit that is too narrow always is not tested.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define internal void @least.w8.full(
; CHECK: %[[SUM:.*]] = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %[[FIRST:.*]], i32 7)
; CHECK: %[[LAST:.*]] = extractvalue { i32, i1 } %[[SUM]], 0
; CHECK: icmp sle i32 %[[LAST]], %
; CHECK: sext i32 %[[FIRST]] to i64
; CHECK: load <8 x float>, ptr
; CHECK: call <8 x float> @llvm.masked.gather
define void @least(ptr %p, ptr %q, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %least = call i32 @llvm.smin.i32(i32 %tid, i32 %n)
  %wide = sext i32 %least to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at
  %to = getelementptr float, ptr %q, i32 %tid
  store float %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @segment.w8.full(
; CHECK: %[[ABOVE:.*]] = add i32 %[[MASK:.*]], 1
; CHECK: and i32 %[[MASK]], %[[ABOVE]]
; CHECK: load <8 x float>, ptr
; CHECK: call <8 x float> @llvm.masked.gather
define void @segment(ptr %p, ptr %q, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = and i32 %tid, %n
  %wide = zext i32 %in to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at
  %to = getelementptr float, ptr %q, i32 %tid
  store float %v, ptr %to
  ret void
}

; CHECK-LABEL: define internal void @narrow.w8.full(
; CHECK-NOT: load <8 x float>, ptr
; CHECK: call <8 x float> @llvm.masked.gather
define void @narrow(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in = and i32 %tid, 3
  %wide = zext i32 %in to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at
  %to = getelementptr float, ptr %q, i32 %tid
  store float %v, ptr %to
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @least, !"kernel", i32 1}
!1 = !{ptr @segment, !"kernel", i32 1}
!2 = !{ptr @narrow, !"kernel", i32 1}
