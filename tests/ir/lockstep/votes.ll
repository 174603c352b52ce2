; Votes are moves of a mask to an integer, reductions are reductions of a vector, matches take one turn for each
; different value. Lanes that do not run have no vote. Where both sides of a branch come to such an operation, which
; lanes it is among is not known before: no wide variant.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umin(i32, i32)
declare i32 @llvm.nvvm.redux.sync.max(i32, i32)
declare i32 @llvm.nvvm.redux.sync.xor(i32, i32)
declare i32 @llvm.nvvm.activemask()

; CHECK-LABEL: define internal void @ballot.w32.full(
; CHECK: %[[C:.*]] = icmp sgt <32 x i32> %{{.*}}, <i32 3,
; CHECK-NEXT: bitcast <32 x i1> %[[C]] to i32
; CHECK-NOT: br
; CHECK: ret void
; CHECK-LABEL: define internal void @ballot.w32.rows(
; CHECK: %[[C:.*]] = icmp sgt <32 x i32> %{{.*}}, <i32 3,
; CHECK-NEXT: %[[YES:.*]] = select <32 x i1> %lanes, <32 x i1> %[[C]], <32 x i1> zeroinitializer
; CHECK-NEXT: bitcast <32 x i1> %[[YES]] to i32
define void @ballot(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  %x = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  store i32 %x, ptr %p
  ret void
}

; All of those that exist; any of them.
; CHECK-LABEL: define internal void @all_and_any.w32.rows(
; CHECK: %[[ACTIVE:.*]] = bitcast <32 x i1> %lanes to i32
; CHECK: %[[YES:.*]] = select <32 x i1> %lanes, <32 x i1> %{{.*}}, <32 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %[[YES]] to i32
; CHECK: icmp eq i32 %[[BITS]], %[[ACTIVE]]
; CHECK: icmp ne i32 %{{.*}}, 0
define void @all_and_any(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %c)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  %x = zext i1 %all to i32
  %y = zext i1 %any to i32
  %z = shl i32 %y, 1
  %w = or i32 %x, %z
  store i32 %w, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @reduce.w32.full(
; CHECK: call i32 @llvm.vector.reduce.add.v32i32(<32 x i32> %[[V:[0-9]+]])
; CHECK: call i32 @llvm.vector.reduce.umin.v32i32(<32 x i32> %[[V]])
; CHECK: call i32 @llvm.vector.reduce.smax.v32i32(<32 x i32> %[[V]])
; CHECK: call i32 @llvm.vector.reduce.xor.v32i32(<32 x i32> %[[V]])
; What is neutral stands for the lanes that do not exist.
; CHECK-LABEL: define internal void @reduce.w32.rows(
; CHECK-DAG: select <32 x i1> %lanes, <32 x i32> %{{.*}}, <32 x i32> zeroinitializer
; CHECK-DAG: select <32 x i1> %lanes, <32 x i32> %{{.*}}, <32 x i32> <i32 -1, i32 -1,
; CHECK-DAG: select <32 x i1> %lanes, <32 x i32> %{{.*}}, <32 x i32> <i32 -2147483648,
define void @reduce(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %a = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  %b = call i32 @llvm.nvvm.redux.sync.umin(i32 %v, i32 -1)
  %c = call i32 @llvm.nvvm.redux.sync.max(i32 %v, i32 -1)
  %d = call i32 @llvm.nvvm.redux.sync.xor(i32 %v, i32 -1)
  %ab = mul i32 %a, %b
  %abc = mul i32 %ab, %c
  %abcd = mul i32 %abc, %d
  store i32 %abcd, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @match.w32.full(
; CHECK: group:
; CHECK: %[[LEFT:.*]] = phi i32
; CHECK: call i32 @llvm.cttz.i32(i32 %[[LEFT]], i1 true)
; CHECK: %[[SAME:.*]] = icmp eq <32 x i32>
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %[[SAME]] to i32
; CHECK: select <32 x i1> %[[SAME]], <32 x i32>
; CHECK: br i1 %{{.*}}, label %group, label %groups.done
; CHECK-LABEL: define internal void @match.w32.rows(
define void @match(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  store i32 %x, ptr %at
  ret void
}

; With the first that is there; no turns for one group.
; CHECK-LABEL: define internal void @match_all.w32.full(
; CHECK-NOT: group
; CHECK: extractelement <32 x i32> %{{.*}}, i32 0
; CHECK: %[[SAME:.*]] = icmp eq <32 x i32>
; CHECK: bitcast <32 x i1> %[[SAME]] to i32
; CHECK-NOT: group
; CHECK-LABEL: define internal void @match_all.w32.rows(
; CHECK: %[[FIRST:.*]] = call i32 @llvm.cttz.i32(
; CHECK: extractelement <32 x i32> %{{.*}}, i32 %[[FIRST]]
; CHECK-NOT: group
; CHECK: ret void
define void @match_all(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %v)
  %y = extractvalue { i32, i1 } %x, 0
  store i32 %y, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @active.w32.full(
; CHECK: %[[MASK:.*]] = icmp sgt <32 x i32> %{{.*}}, <i32 3,
; CHECK: yes:
; CHECK: bitcast <32 x i1> %[[MASK]] to i32
; CHECK-LABEL: define internal void @active.w32.rows(
define void @active(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  %x = call i32 @llvm.nvvm.activemask()
  store i32 %x, ptr %at
  br label %done
done:
  ret void
}

; CHECK-NOT: @both_sides.w32
define void @both_sides(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %no
yes:
  %x = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  br label %done
no:
  %y = call i32 @llvm.nvvm.redux.sync.add(i32 1, i32 -1)
  br label %done
done:
  %z = phi i32 [ %x, %yes ], [ %y, %no ]
  store i32 %z, ptr %at
  ret void
}

; What all are answered alike is a number and a condition like any other: the branch stays one, the address is one.
; CHECK-LABEL: define internal void @together.w32.full(
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %{{.*}} to i32
; CHECK: %[[ANY:.*]] = icmp ne i32 %{{.*}}, 0
; CHECK-NEXT: br i1 %[[ANY]], label
; CHECK: %[[PLACE:.*]] = sext i32 %[[BITS]] to i64
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %{{.*}}, i64 %[[PLACE]]
; CHECK: load i32, ptr %[[AT]]
; CHECK: store <32 x i32>
; CHECK-LABEL: define internal void @together.w32.rows(
define void @together(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  %those = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %c)
  br i1 %any, label %yes, label %done
yes:
  %from = getelementptr i32, ptr %p, i32 %those
  %w = load i32, ptr %from
  store i32 %w, ptr %at
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @ballot, !"kernel", i32 1}
!1 = !{ptr @all_and_any, !"kernel", i32 1}
!2 = !{ptr @reduce, !"kernel", i32 1}
!3 = !{ptr @match, !"kernel", i32 1}
!4 = !{ptr @match_all, !"kernel", i32 1}
!5 = !{ptr @active, !"kernel", i32 1}
!6 = !{ptr @both_sides, !"kernel", i32 1}
!7 = !{ptr @together, !"kernel", i32 1}
