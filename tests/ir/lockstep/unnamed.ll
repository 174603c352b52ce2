; Lanes that run although their masks do not name them: the runtime answers; with the mask of all there is nothing to ask.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @__sw_group_mask(i32) memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)

; One mask: bits of the active lanes that it lacks.
; CHECK-LABEL: define internal void @one_mask.w32.rows(
; CHECK: %[[ACTIVE:.*]] = bitcast <32 x i1> %lanes to i32
; CHECK: %[[UNNAMED:.*]] = and i32 %[[ACTIVE]], -65536
; CHECK: %[[SOME:.*]] = icmp ne i32 %[[UNNAMED]], 0
; CHECK: br i1 %[[SOME]], label %unnamed, label %named
; CHECK: unnamed:
; CHECK: store i32 8, ptr %[[CALL:.*]], align 8
; CHECK: store i32 %[[ACTIVE]], ptr %{{.*}}, align 4
; CHECK: store <32 x i32> <i32 65535, {{.*}}, align 8
; CHECK: store <32 x i64> %{{.*}}, align 8
; CHECK: call void @__sw_unnamed_lanes(ptr %[[CALL]])
; CHECK: %[[ANSWERS:.*]] = load <32 x i64>
; CHECK: %[[THEIRS:.*]] = extractelement <32 x i32>
; CHECK: br label %answered
; CHECK: named:
; CHECK: %[[USUAL:.*]] = bitcast <32 x i1> %{{.*}} to i32
; CHECK: br label %answered
; CHECK: phi i32 [ %[[USUAL]], %named ], [ %[[THEIRS]], %unnamed ]
define void @one_mask(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  %x = call i32 @llvm.nvvm.vote.ballot.sync(i32 65535, i1 %c)
  store i32 %x, ptr %p
  ret void
}

; A mask for each lane: each looks for its own bit.
; CHECK-LABEL: define internal void @own_masks.w32.full(
; CHECK: %[[OWN:.*]] = lshr <32 x i32> %{{.*}}, <i32 0, i32 1, i32 2
; CHECK: trunc <32 x i32> %[[OWN]] to <32 x i1>
; CHECK: br i1 %{{.*}}, label %unnamed, label %named
; CHECK: store i32 12,
; CHECK: store <32 x i32> %{{.*}}
; CHECK: store <32 x i64> %{{.*}}
; CHECK: call void @__sw_unnamed_lanes(ptr
; CHECK: %[[THEIRS:.*]] = trunc <32 x i64> %{{.*}} to <32 x i32>
; CHECK: phi <32 x i32> [ %[[THEIRS]], %unnamed ], [ %{{.*}}, %group ]
define void @own_masks(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %mask = call i32 @__sw_group_mask(i32 %v)
  %x = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 %mask) ; value, mask
  store i32 %x, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @all.w32.any(
; CHECK-NOT: __sw_unnamed_lanes
; CHECK: ret void
define void @all(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = call i32 @llvm.nvvm.redux.sync.add(i32 %tid, i32 -1)
  store i32 %x, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @one_mask, !"kernel", i32 1}
!1 = !{ptr @own_masks, !"kernel", i32 1}
!2 = !{ptr @all, !"kernel", i32 1}
