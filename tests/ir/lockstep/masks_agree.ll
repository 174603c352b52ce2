; A warp operation is done for all lanes at once when each lane's mask is that of every lane that it names: else it may
; meet them at another call. Masks from the number of the lane, answers to groups, and what is made of these.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm | FileCheck %s --implicit-check-not='@{{not_[a-z_]*}}.w32'
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s --check-prefix=SAID
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @__sw_group_mask(i32) memory(none)

; SAID: kernel 'tile'
; CHECK: define internal void @tile.w32.full(
; CHECK: define internal void @tile.w32.rows(
; CHECK: define internal void @tile.w32.any(
define void @tile() {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %first = and i32 %lane, 24
  %mask = shl i32 255, %first
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; The lowest bits of threadIdx.x are the lane's number in rows, and only there.
; CHECK: define internal void @halves.w32.full(
; CHECK: define internal void @halves.w32.rows(
; CHECK-NOT: define internal void @halves.w32.any(
define void @halves() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %upper = and i32 %tid, 16
  %is = icmp ne i32 %upper, 0
  %mask = select i1 %is, i32 -65536, i32 65535
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; SAID: kernel 'not_neighbours': 1 lane only
; SAID: a warp operation whose mask may name lanes that call it with another one
define void @not_neighbours() {
  %own = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
  %below = lshr i32 %own, 1
  %mask = or i32 %own, %below
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

define void @not_loaded(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %mask = load i32, ptr %at
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Those with the same key; those of them who say yes, and the others; all but the first; of two groups.
; CHECK: define internal void @groups.w32.any(
define void @groups(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %third = urem i32 %v, 3
  %equal = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %third)
  %odd = trunc i32 %v to i1
  %yes = call i32 @llvm.nvvm.vote.ballot.sync(i32 %equal, i1 %odd)
  %not = xor i32 %yes, -1
  %no = and i32 %equal, %not
  %part = select i1 %odd, i32 %yes, i32 %no
  call void @llvm.nvvm.bar.warp.sync(i32 %part)
  %less = add i32 %equal, -1
  %others = and i32 %equal, %less
  call void @llvm.nvvm.bar.warp.sync(i32 %others)
  %fifth = urem i32 %v, 5
  %like = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %fifth)
  %both = and i32 %like, %equal
  call void @llvm.nvvm.bar.warp.sync(i32 %both)
  ret void
}

; Some lanes use the one group, some the other.
define void @not_either(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %third = urem i32 %v, 3
  %fifth = urem i32 %v, 5
  %a = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %third)
  %b = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %fifth)
  %odd = trunc i32 %v to i1
  %mask = select i1 %odd, i32 %a, i32 %b
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; A ballot that is not of the group says nothing about the group's others.
define void @not_of_the_group(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %third = urem i32 %v, 3
  %a = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %third)
  %mask = and i32 %a, %v
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Groups of groups, as often as all lanes go round.
; CHECK: define internal void @rounds.w32.any(
define void @rounds(ptr %p, i32 %n) {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%j, %loop]
  %mask = phi i32 [-1, %entry], [%next, %loop]
  %v = load volatile i32, ptr %at
  %next = call i32 @llvm.nvvm.match.any.sync.i32(i32 %mask, i32 %v)
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.bar.warp.sync(i32 %next)
  ret void
}

; Each goes round until it has had enough: what they bring with them is of different rounds.
define void @not_left_apart(ptr %p) {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %equal = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%j, %loop]
  %mask = phi i32 [%equal, %entry], [%next, %loop]
  %less = add i32 %mask, -1
  %next = and i32 %mask, %less
  %j = add i32 %i, 1
  %w = load volatile i32, ptr %at
  %more = icmp ult i32 %j, %w
  br i1 %more, label %loop, label %done
done:
  call void @llvm.nvvm.bar.warp.sync(i32 %next)
  ret void
}

; The program says it, and that is all that is made of it.
; CHECK: define internal void @said.w32.any(
; CHECK-NOT: call i32 @__sw_group_mask(
; CHECK: ret void
define void @said(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %mask = call i32 @__sw_group_mask(i32 %v)
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Lanes that come by two ways bring masks that name lanes of the other way.
define void @not_by_two_ways(ptr %p, ptr %q) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %truth = icmp sgt i32 %v, 0
  br i1 %truth, label %one, label %two
one:
  store volatile i32 1, ptr %q
  br label %meet
two:
  store volatile i32 2, ptr %q
  br label %meet
meet:
  %mask = phi i32 [ 252645135, %one ], [ 255, %two ]
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Nor do masks agree that lanes bring out of a loop in different turns.
define void @not_in_one_turn(ptr %p, ptr %q) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %mask = phi i32 [ -1, %0 ], [ %half, %latch ]
  %more = icmp slt i32 %i, %v
  br i1 %more, label %latch, label %exit
latch:
  store volatile i32 %i, ptr %q
  %next = add i32 %i, 1
  %half = lshr i32 %mask, 1
  br label %loop
exit:
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; The same where the loop is left at its beginning, by one way: who has gone round once more names less.
define void @not_left_in_one_turn(ptr %p, ptr %q) {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %equal = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %mask = phi i32 [ %equal, %entry ], [ %next, %latch ]
  %w = load volatile i32, ptr %at
  %more = icmp ult i32 %i, %w
  br i1 %more, label %latch, label %done
latch:
  store volatile i32 %i, ptr %q
  %less = add i32 %mask, -1
  %next = and i32 %mask, %less
  %j = add i32 %i, 1
  br label %loop
done:
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
}

; Who goes round to the end does so with all others that do; the rest has left by another way.
; CHECK: define internal void @left_by_all.w32.any(
define void @left_by_all(ptr %p, ptr %q, i32 %n) {
entry:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %at = getelementptr i32, ptr %p, i32 %lane
  %v = load i32, ptr %at
  %equal = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %mask = phi i32 [ %equal, %entry ], [ %next, %latch ]
  store volatile i32 %i, ptr %q
  %all = icmp eq i32 %i, %n
  br i1 %all, label %done, label %body
body:
  %w = load volatile i32, ptr %at
  %enough = icmp ult i32 %i, %w
  br i1 %enough, label %early, label %latch
latch:
  %less = add i32 %mask, -1
  %next = and i32 %mask, %less
  %j = add i32 %i, 1
  br label %loop
done:
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  ret void
early:
  store volatile i32 %v, ptr %q
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13}
!0 = !{ptr @tile, !"kernel", i32 1}
!1 = !{ptr @halves, !"kernel", i32 1}
!2 = !{ptr @not_neighbours, !"kernel", i32 1}
!3 = !{ptr @not_loaded, !"kernel", i32 1}
!4 = !{ptr @groups, !"kernel", i32 1}
!5 = !{ptr @not_either, !"kernel", i32 1}
!6 = !{ptr @not_of_the_group, !"kernel", i32 1}
!7 = !{ptr @rounds, !"kernel", i32 1}
!8 = !{ptr @not_left_apart, !"kernel", i32 1}
!9 = !{ptr @said, !"kernel", i32 1}
!10 = !{ptr @not_by_two_ways, !"kernel", i32 1}
!11 = !{ptr @not_in_one_turn, !"kernel", i32 1}
!12 = !{ptr @not_left_in_one_turn, !"kernel", i32 1}
!13 = !{ptr @left_by_all, !"kernel", i32 1}
