; Atomics of a warp on one address: combined in registers, one operation goes to memory, and what each lane finds there
; follows from the values of the lanes before it. Lanes that do not run bring what changes nothing.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_u32_device(ptr, i32)
declare i32 @__sw_atomic_sub_u32_device(ptr, i32)
declare i32 @__sw_atomic_min_i32_device(ptr, i32)
declare i32 @__sw_atomic_max_u32_device(ptr, i32)
declare i32 @__sw_atomic_and_u32_device(ptr, i32)
declare i32 @__sw_atomic_or_u32_device(ptr, i32)
declare i32 @__sw_atomic_xor_u32_device(ptr, i32)

; CHECK-LABEL: define internal void @add.w8.full(
; CHECK: {{(= add( disjoint)? <4 x i32>|@llvm.vector.reduce.add.)}}
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @add.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: {{(= add( disjoint)? <4 x i32>|@llvm.vector.reduce.add.)}}
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @add(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_add_u32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @sub.w8.full(
; CHECK: {{(= add( disjoint)? <4 x i32>|@llvm.vector.reduce.add.)}}
; CHECK: call i32 @__sw_atomic_sub_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @sub.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: {{(= add( disjoint)? <4 x i32>|@llvm.vector.reduce.add.)}}
; CHECK: call i32 @__sw_atomic_sub_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @sub(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_sub_u32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @min.w8.full(
; CHECK: {{(icmp slt <4 x i32>|@llvm.(vector.reduce.)?smin.)}}
; CHECK: call i32 @__sw_atomic_min_i32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @min.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> <i32 2147483647, i32 2147483647,
; CHECK: {{(icmp slt <4 x i32>|@llvm.(vector.reduce.)?smin.)}}
; CHECK: call i32 @__sw_atomic_min_i32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @min(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_min_i32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @max.w8.full(
; CHECK: {{(icmp ugt <4 x i32>|@llvm.(vector.reduce.)?umax.)}}
; CHECK: call i32 @__sw_atomic_max_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @max.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: {{(icmp ugt <4 x i32>|@llvm.(vector.reduce.)?umax.)}}
; CHECK: call i32 @__sw_atomic_max_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @max(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_max_u32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @and.w8.full(
; CHECK: {{(= and( disjoint)? <4 x i32>|@llvm.vector.reduce.and.)}}
; CHECK: call i32 @__sw_atomic_and_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @and.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> <i32 -1, i32 -1,
; CHECK: {{(= and( disjoint)? <4 x i32>|@llvm.vector.reduce.and.)}}
; CHECK: call i32 @__sw_atomic_and_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @and(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_and_u32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @or.w8.full(
; CHECK: {{(= or( disjoint)? <4 x i32>|@llvm.vector.reduce.or.)}}
; CHECK: call i32 @__sw_atomic_or_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @or.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: {{(= or( disjoint)? <4 x i32>|@llvm.vector.reduce.or.)}}
; CHECK: call i32 @__sw_atomic_or_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @or(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_or_u32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @xor.w8.full(
; CHECK: {{(= xor( disjoint)? <4 x i32>|@llvm.vector.reduce.xor.)}}
; CHECK: call i32 @__sw_atomic_xor_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @xor.w8.rows(
; CHECK: select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: {{(= xor( disjoint)? <4 x i32>|@llvm.vector.reduce.xor.)}}
; CHECK: call i32 @__sw_atomic_xor_u32_device(ptr %{{.*}}, i32 %
; CHECK-NOT: @__sw_atomic_
; CHECK: ret void
define void @xor(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_xor_u32_device(ptr %p, i32 %v)
  ret void
}

; The results are used: sums of the lanes before, in three steps, on top of what was there.
; CHECK-LABEL: define internal void @prefix.w8.full(
; CHECK: %[[OLD:.*]] = call i32 @__sw_atomic_add_u32_device(ptr %{{.*}}, i32 %
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
; CHECK: shufflevector <8 x i32> %{{.*}}, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 0, i32 1, i32 2, i32 3>
; CHECK: insertelement <8 x i32> poison, i32 %[[OLD]], i32 0
; CHECK-NOT: @__sw_atomic_
; CHECK: store <8 x i32>
; CHECK-LABEL: define internal void @prefix.w8.rows(
define void @prefix(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_add_u32_device(ptr %p, i32 %v)
  store i32 %old, ptr %at
  ret void
}

; Tickets: the number of lanes is added, and each gets its turn.
; CHECK-LABEL: define internal void @ticket.w8.full(
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr %{{.*}}, i32 8)
; CHECK: add <8 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @ticket.w8.rows(
define void @ticket(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %old = call i32 @__sw_atomic_add_u32_device(ptr %p, i32 1)
  store i32 %old, ptr %at
  ret void
}

; Under divergence: of the lanes of that side.
; CHECK-LABEL: define internal void @side.w8.full(
; CHECK: %[[MASK:.*]] = icmp sgt <8 x i32> %[[V:.*]], <i32 3,
; CHECK: select <8 x i1> %[[MASK]], <8 x i32> %[[V]], <8 x i32> zeroinitializer
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr %
; CHECK-NOT: @__sw_atomic_
; CHECK-LABEL: define internal void @side.w8.rows(
define void @side(ptr %p, ptr %q) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  %old = call i32 @__sw_atomic_add_u32_device(ptr %p, i32 %v)
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}
!0 = !{ptr @add, !"kernel", i32 1}
!1 = !{ptr @sub, !"kernel", i32 1}
!2 = !{ptr @min, !"kernel", i32 1}
!3 = !{ptr @max, !"kernel", i32 1}
!4 = !{ptr @and, !"kernel", i32 1}
!5 = !{ptr @or, !"kernel", i32 1}
!6 = !{ptr @xor, !"kernel", i32 1}
!7 = !{ptr @prefix, !"kernel", i32 1}
!8 = !{ptr @ticket, !"kernel", i32 1}
!9 = !{ptr @side, !"kernel", i32 1}
