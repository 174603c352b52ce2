; One kernel for each condition of assumptions.def that the other tests here would not miss: whole blocks and warps.
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,context,lockstep --lanes=16 --emit=llvm | FileCheck %s --check-prefix=SIXTEEN
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()
declare void @sw.in.step()
declare void @sw.yield()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_add_i32_block(ptr, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @unknown(i32)

; 16 lanes are half of those that exchange values in step.
; SIXTEEN-NOT: @in_step.w16.
; CHECK-DAG: define internal void @in_step.w32.full(
define void @in_step(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store volatile i32 %tid, ptr %at
  call void @sw.in.step()
  %next = getelementptr i32, ptr %at, i32 1
  %v = load volatile i32, ptr %next
  store i32 %v, ptr %at
  ret void
}

; A thread that gives way in a loop holds the whole block back.
; CHECK-NOT: define internal void @gives_way.w{{128|256}}.
define void @gives_way(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  call void @llvm.nvvm.barrier0()
  call void @sw.yield()
  %seen = load volatile i32, ptr %p
  %more = icmp eq i32 %seen, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A copy of memory that part of a block makes.
; CHECK-NOT: define internal void @copies.w{{128|256}}.
define void @copies(ptr %p, ptr %q, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %tid, %n
  br i1 %some, label %copy, label %exit
copy:
  %to = getelementptr [64 x i8], ptr %p, i32 %tid
  %from = getelementptr [64 x i8], ptr %q, i32 %tid
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 64, i1 false)
  br label %exit
exit:
  ret void
}

; One address in each row of a block, and another in the next row: sixteen sums, not one.
; CHECK-LABEL: define internal void @row_sums.w256.plane(
; CHECK-COUNT-16: call i32 @__sw_atomic_add_i32_device(
; CHECK-NOT: call i32 @__sw_atomic_add_i32_device(
; CHECK: ret void
define void @row_sums(ptr %p, ptr %q) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @llvm.nvvm.barrier0()
  %from = getelementptr i32, ptr %q, i32 %x
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i32 %y
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 %v)
  ret void
}

; Lane by lane in a row none of whose lanes may run: there is no first one then.
; CHECK-LABEL: define internal void @idle_calls.w128.line(
; CHECK-COUNT-8: br i1 %{{.*}}, label %lane{{[0-9]*}}, label %lanes.done{{[0-9]*}}
; CHECK-LABEL: define internal void @idle_calls.w32.full(
define void @idle_calls(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %tid, %n
  br i1 %some, label %call, label %exit
call:
  %v = call i32 @unknown(i32 %tid)
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %v, ptr %at
  br label %exit
exit:
  ret void
}

; Each lane's own address: written out where all run, in a loop where only some do.
; CHECK-LABEL: define internal void @some_add.w32.full(
; CHECK: br i1 %{{.*}}, label %all.lanes{{[0-9]*}}, label %some.lanes{{[0-9]*}}
; CHECK-LABEL: define internal void @some_add.w32.rows(
define void @some_add(ptr %p, ptr %q, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %q, i32 %tid
  %bin = load i32, ptr %from
  %some = icmp slt i32 %bin, %n
  br i1 %some, label %add, label %exit
add:
  %to = getelementptr i32, ptr %p, i32 %bin
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  br label %exit
exit:
  ret void
}

; Structures with a gap behind them are no run of members.
; CHECK-LABEL: define internal void @with_gaps.w32.full(
; CHECK-COUNT-2: call <32 x float> @llvm.masked.gather
; CHECK-LABEL: define internal void @with_gaps.w32.rows(
define void @with_gaps(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr [32 x i8], ptr %p, i32 %tid
  %pair = load <2 x float>, ptr %from, align 8
  %a = extractelement <2 x float> %pair, i32 0
  %b = extractelement <2 x float> %pair, i32 1
  %v = fadd float %a, %b
  %to = getelementptr float, ptr %q, i32 %tid
  store float %v, ptr %to
  ret void
}

; Ten bytes apart: not every second or third number.
; CHECK-LABEL: define internal void @ten_apart.w32.full(
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-LABEL: define internal void @ten_apart.w32.rows(
define void @ten_apart(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr [10 x i8], ptr %p, i32 %tid
  %v = load i32, ptr %from, align 2
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; Elements of 2 GB: 32-bit numbers of them do not tell addresses.
; CHECK-LABEL: define internal void @far_apart.w32.full(
; CHECK: call <8 x i64> @llvm.x86.avx512.conflict.q.512(
define void @far_apart(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %bin = load i32, ptr %at
  %to = getelementptr [2147483648 x i8], ptr %p, i32 %bin
  %old = call i32 @__sw_atomic_add_i32_block(ptr %to, i32 1)
  store i32 %old, ptr %at
  ret void
}

; Each warp of a block has its own answer.
; CHECK-LABEL: define internal void @ballots.w128.line(
; CHECK-COUNT-4: bitcast <32 x i1> %{{.*}} to i32
; CHECK-LABEL: define internal void @ballots.w32.full(
define void @ballots(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %truth = icmp sgt i32 %v, 0
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %truth)
  store i32 %ballot, ptr %at
  ret void
}

; Atomic accesses are no vectors.
; CHECK-LABEL: define internal void @atomic_accesses.w32.full(
; CHECK: load atomic i32
; CHECK: store atomic i32
; CHECK-LABEL: define internal void @atomic_accesses.w32.rows(
define void @atomic_accesses(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr %p, i32 %tid
  %v = load atomic i32, ptr %from monotonic, align 4
  %to = getelementptr i32, ptr %q, i32 %tid
  store atomic i32 %v, ptr %to monotonic, align 4
  ret void
}

; An index of 8 bits has no room for 31 times 8 with a sign: it wraps in some lane, whatever lane 0's is.
; CHECK-LABEL: define internal void @no_room.w32.full(
; CHECK-NOT: runs.on
; CHECK-LABEL: define internal void @no_room.w32.rows(
define void @no_room(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %narrow = trunc i32 %tid to i8
  %step = shl i8 %narrow, 3
  %b = load i8, ptr %q
  %i = add i8 %step, %b
  %wide = sext i8 %i to i64
  %from = getelementptr i8, ptr %p, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 %v, ptr %to
  ret void
}

; A number that grows from row to row and is below zero in a row that does not run: the first row would have it extended
; by zeros, as one of its own that says it is not negative, and the others by signs.
; CHECK-NOT: define internal void @of_two_widths.w{{128|256}}.
define void @of_two_widths(ptr %p, ptr %q, i16 %n, i8 %m, i1 %c, i32 %l) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %row = lshr i32 %x, 5
  %some = icmp sge i32 %x, %l
  br i1 %some, label %one, label %exit
one:
  %short = trunc i32 %row to i16
  %j.short = sub nsw i16 %short, %n
  %j = sext i16 %j.short to i32
  %j.far = add i32 %j, %l
  %j.at = getelementptr i32, ptr %q, i32 %j.far
  %j.v = load volatile i32, ptr %j.at
  br i1 %c, label %other, label %both
other:
  store volatile i32 1, ptr %p
  %char = trunc i32 %row to i8
  %k.char = sub nsw i8 %char, %m
  %k = sext i8 %k.char to i32
  %k.far = add i32 %k, %l
  %k.at = getelementptr i32, ptr %q, i32 %k.far
  %k.v = load volatile i32, ptr %k.at
  br label %both
both:
  %i = phi i32 [ %j, %one ], [ %k, %other ]
  store volatile i32 %i, ptr %p
  %wide = zext nneg i32 %i to i64
  %from = getelementptr i32, ptr %q, i64 %wide
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i32 %x
  store i32 %v, ptr %to
  br label %exit
exit:
  ret void
}

; Lanes enter a cycle at two places, and the loop within at different times: nothing is the same for all of them there.
; CHECK-LABEL: define internal void @two_entries.w32.full(
; CHECK-NOT: everyone
; CHECK: ret void
define void @two_entries(ptr %p, ptr %q) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %odd = trunc i32 %v to i1
  br i1 %odd, label %a, label %b
a:
  %turns = phi i32 [ 0, %entry ], [ %more.turns, %end ]
  store volatile i32 1, ptr %q
  br label %inner
inner:
  %i = phi i32 [ 0, %a ], [ %next, %inner ]
  %w = load volatile i32, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %w
  br i1 %more, label %inner, label %b
b:
  %all = phi i32 [ 0, %entry ], [ %turns, %inner ]
  store volatile i32 2, ptr %q
  %u = load volatile i32, ptr %at
  %stop = icmp ult i32 %u, %all
  br i1 %stop, label %exit, label %end
end:
  %more.turns = add i32 %all, 1
  br label %a
exit:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13}
!0 = !{ptr @in_step, !"kernel", i32 1}
!1 = !{ptr @gives_way, !"kernel", i32 1}
!2 = !{ptr @copies, !"kernel", i32 1}
!3 = !{ptr @row_sums, !"kernel", i32 1}
!4 = !{ptr @idle_calls, !"kernel", i32 1}
!5 = !{ptr @some_add, !"kernel", i32 1}
!6 = !{ptr @with_gaps, !"kernel", i32 1}
!7 = !{ptr @ten_apart, !"kernel", i32 1}
!8 = !{ptr @far_apart, !"kernel", i32 1}
!9 = !{ptr @ballots, !"kernel", i32 1}
!10 = !{ptr @atomic_accesses, !"kernel", i32 1}
!11 = !{ptr @no_room, !"kernel", i32 1}
!12 = !{ptr @of_two_widths, !"kernel", i32 1}
!13 = !{ptr @two_entries, !"kernel", i32 1}
