; Consecutive 32-bit indices are consecutive addresses only if no lane's index wraps. Where that is proved, one vector
; access; where flags promise it of the lanes that run, the address is counted from the first of those; where nothing is
; known, a test of lane 0's and the last lane's number decides between a vector access and one that asks each lane.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; blockIdx.x * blockDim.x + threadIdx.x, the width a multiple of 8: its three lowest bits are threadIdx.x's. Of any
; width: the launch has seen that it does not wrap.
; CHECK-LABEL: define internal void @proved.w8.full(
; CHECK-NOT: @llvm.masked.
; CHECK: load <8 x float>, ptr
; CHECK-NOT: @llvm.masked.
; CHECK: store <8 x float>
; CHECK-LABEL: define internal void @proved.w8.rows(
; CHECK-NOT: @llvm.masked.gather
; CHECK: @llvm.masked.load
; CHECK-NOT: @llvm.masked.scatter
; CHECK: @llvm.masked.store
define void @proved(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %s = mul i32 %b, %d
  %i = add i32 %s, %tid
  %w = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %w
  %v = load float, ptr %at
  %x = fadd float %v, 1.0
  store float %x, ptr %at
  ret void
}

; Any number added: it may wrap within the warp. The indices are made as 32-bit numbers before they are extended.
; CHECK-LABEL: define internal void @unproved.w8.full(
; CHECK: %[[FIRST:.*]] = add i32
; CHECK: %[[I:.*]] = add <8 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[WIDE:.*]] = zext <8 x i32> %[[I]] to <8 x i64>
; CHECK: %[[SUM:.*]] = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %[[FIRST]], i32 7)
; CHECK: %[[WRAPS:.*]] = extractvalue { i32, i1 } %[[SUM]], 1
; CHECK: %[[HOLDS:.*]] = xor i1 %[[WRAPS]], true
; CHECK: %[[INDEX:.*]] = zext i32 %[[FIRST]] to i64
; CHECK: %[[AT:.*]] = getelementptr float, ptr %{{.*}}, <8 x i64> %[[WIDE]]
; CHECK: %[[START:.*]] = getelementptr float, ptr %{{.*}}, i64 %[[INDEX]]
; CHECK: br i1 %[[HOLDS]], label %runs.on, label %wraps
; CHECK: load <8 x float>, ptr %[[START]], align 4
; CHECK: @llvm.masked.gather{{.*}}(<8 x ptr> %[[AT]],
; CHECK: phi <8 x float>
; CHECK: br i1 %[[HOLDS]],
; CHECK: store <8 x float> %{{.*}}, ptr %[[START]], align 4
; CHECK: @llvm.masked.scatter{{.*}}, <8 x ptr> %[[AT]],
; CHECK-LABEL: define internal void @unproved.w8.rows(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow
; CHECK: @llvm.masked.load
; CHECK: @llvm.masked.gather
define void @unproved(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %n, %tid
  %w = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %w
  %v = load float, ptr %at
  %x = fadd float %v, 1.0
  store float %x, ptr %at
  ret void
}

; What the test needs is computed where the index is, and may be used elsewhere.
; CHECK-LABEL: define internal void @unproved_before.w8.full(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(
; CHECK: some:
; CHECK: br i1 %{{.*}}, label %runs.on, label %wraps
; CHECK: runs.on:
; CHECK: call <8 x float> @llvm.masked.load
; CHECK-LABEL: define internal void @unproved_before.w8.rows(
define void @unproved_before(ptr %p, ptr %q, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add i32 %n, %tid
  %w = zext i32 %i to i64
  %to = getelementptr i64, ptr %q, i32 %tid
  store i64 %w, ptr %to
  %own = load i64, ptr %to
  %is_less = icmp ult i64 %own, 100
  br i1 %is_less, label %some, label %done
some:
  %at = getelementptr float, ptr %p, i64 %w
  %v = load float, ptr %at
  store float %v, ptr %to
  br label %done
done:
  ret void
}

; nsw: believed, since the access would be undefined otherwise; but not of a lane that does not exist.
; CHECK-LABEL: define internal void @flagged.w8.full(
; CHECK: %[[I:.*]] = add i32 %
; CHECK: sext i32 %[[I]] to i64
; CHECK: load <8 x float>, ptr
; CHECK-LABEL: define internal void @flagged.w8.rows(
; CHECK: %[[I:.*]] = add i32 %
; CHECK: call i8 @llvm.cttz.i8(
; CHECK: %[[OWN:.*]] = add i32 %[[I]], %[[FIRST:.*]]
; CHECK: %[[WIDE:.*]] = sext i32 %[[OWN]] to i64
; CHECK: %[[LANES:.*]] = zext i32 %{{.*}} to i64
; CHECK: %[[BACK:.*]] = sub i64 %[[WIDE]], %[[LANES]]
; CHECK: getelementptr float, ptr %{{.*}}, i64 %[[BACK]]
; CHECK: @llvm.masked.load
define void @flagged(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = add nsw i32 %n, %tid
  %w = sext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %w
  %v = load float, ptr %at
  %x = fadd float %v, 1.0
  store float %x, ptr %at
  ret void
}

; Rows of a block of several dimensions: threadIdx.y is one for all, a scalar. In a block of any shape neither is.
; CHECK-LABEL: define internal void @rows.w8.full(
; CHECK: load <8 x float>, ptr
; CHECK-LABEL: define internal void @rows.w8.rows(
; CHECK: @llvm.masked.load
; CHECK-LABEL: define internal void @rows.w8.any(
; CHECK-COUNT-2: load <8 x i16>, ptr
; CHECK: @llvm.masked.gather
define void @rows(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %row = getelementptr [64 x float], ptr %p, i32 %y, i32 %x
  %v = load float, ptr %row
  %w = fadd float %v, 1.0
  store float %w, ptr %row
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @proved, !"kernel", i32 1}
!1 = !{ptr @unproved, !"kernel", i32 1}
!2 = !{ptr @unproved_before, !"kernel", i32 1}
!3 = !{ptr @flagged, !"kernel", i32 1}
!4 = !{ptr @rows, !"kernel", i32 1}
