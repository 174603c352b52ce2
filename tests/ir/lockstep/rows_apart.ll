; A loop that a block's rows do not go through together is gone through by one after the other, in code for whole blocks:
; each row that has a lane there has a loop of its own, in which what is uniform within the row is a jump. Not where the
; row's threads may wait for others' there, or end: all rows go through that side by side.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @somebody(i32)
declare void @llvm.trap()

;   entry --> loop <-+ --> done        the bound is the warp's; 128 threads, four rows
;              \-----+
; CHECK-LABEL: define internal void @own_bounds.w128.line(
; CHECK: %[[N0:[0-9]+]] = load i32, ptr
; CHECK: %[[N1:[0-9]+]] = load i32, ptr
; CHECK: %next{{[0-9]*}} = add
; CHECK-NEXT: %[[AGAIN:again[0-9]*]] = icmp slt i32 %next{{[0-9]*}}, %[[N0]]
; CHECK-NEXT: br i1 %[[AGAIN]],
; CHECK: %next{{[0-9]*}} = add
; CHECK-NEXT: %[[AGAIN:again[0-9]*]] = icmp slt i32 %next{{[0-9]*}}, %[[N1]]
; CHECK-NEXT: br i1 %[[AGAIN]],
define void @own_bounds(ptr %p, ptr %q, ptr %bounds) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %x, 5
  %of = getelementptr i32, ptr %bounds, i32 %row
  %n = load i32, ptr %of
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %more = add i32 %v, %i
  store i32 %more, ptr %at
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Of the other rows nothing is left.
; CHECK-LABEL: define internal void @first_warp.w128.line(
; CHECK: icmp slt i32
; CHECK-NEXT: br i1
; CHECK-NOT: icmp slt
; CHECK-LABEL: define internal void @first_warp.w32.full(
define void @first_warp(ptr %p, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %x, 32
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %more = mul i32 %v, 3
  store i32 %more, ptr %at
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Nobody knows what this waits for.
; CHECK-LABEL: define internal void @calls_somebody.w128.line(
; CHECK: %[[NEXT:next]] = add nuw nsw i32 %
; CHECK-COUNT-4: icmp slt i32 %[[NEXT]],
; CHECK-NOT: br i1 %again
; CHECK-LABEL: define internal void @calls_somebody.w32.full(
define void @calls_somebody(ptr %p, ptr %bounds) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %x, 5
  %of = getelementptr i32, ptr %bounds, i32 %row
  %n = load i32, ptr %of
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  call void @somebody(i32 %i)
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Threads of the first row must not keep those of the second from their own end.
; CHECK-LABEL: define internal void @may_trap.w128.line(
; CHECK: %[[NEXT:next]] = add nuw nsw i32 %
; CHECK-COUNT-4: icmp slt i32 %[[NEXT]],
; CHECK-NOT: br i1 %again
; CHECK-LABEL: define internal void @may_trap.w32.full(
define void @may_trap(ptr %p, ptr %bounds) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %x, 5
  %of = getelementptr i32, ptr %bounds, i32 %row
  %n = load i32, ptr %of
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %goes_on]
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %bad = icmp eq i32 %v, 77
  br i1 %bad, label %trap, label %goes_on
trap:
  call void @llvm.trap()
  unreachable
goes_on:
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; Somebody may set it between one row's turn and the next; but i is taken to be common to rows behind the loop.
; CHECK-LABEL: define internal void @may_be_stopped.w128.line(
; CHECK: %[[NEXT:next]] = add nuw nsw i32 %
; CHECK-NOT: %next{{[0-9]+}} =
; CHECK-LABEL: define internal void @may_be_stopped.w32.full(
define void @may_be_stopped(ptr %p, ptr %stop, i32 %n) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %some = icmp slt i32 %x, 64
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %s = load volatile i32, ptr %stop
  %next = add nsw i32 %i, 1
  %goes_on = icmp eq i32 %s, 0
  %more = icmp slt i32 %next, %n
  %again = and i1 %goes_on, %more
  br i1 %again, label %loop, label %done
done:
  %turns = phi i32 [0, %entry], [%next, %loop]
  %at = getelementptr i32, ptr %p, i32 %x
  store i32 %turns, ptr %at
  ret void
}

; Where it is asked whether all lanes go through the loop, something may wait, so rows are together there; and in the loop's
; first version, too, until one of their lanes has had enough: so often have all gone through it.
; CHECK-LABEL: define internal void @asked_together.w128.line(
; CHECK: icmp ugt <32 x i64>
; CHECK-NOT: br i1
; CHECK: icmp ugt <32 x i64>
; CHECK-NOT: br i1
; CHECK: icmp ugt <32 x i64>
; CHECK-NOT: br i1
; CHECK: icmp ugt <32 x i64>
; CHECK-LABEL: define internal void @asked_together.w32.full(
define void @asked_together(ptr %p, ptr %q) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %x to i64
  %first = add nsw i64 %wide, -1000
  %row = lshr i32 %x, 5
  %of = getelementptr i32, ptr %q, i32 %row
  %has = load i32, ptr %of
  %some = icmp sgt i32 %has, 0
  br i1 %some, label %before, label %done
before:
  call void @somebody(i32 %x)
  br label %loop
loop:
  %i = phi i64 [%first, %before], [%next, %loop]
  %sum = phi i64 [0, %before], [%more, %loop]
  %twice = mul i64 %sum, 7
  %more = add i64 %twice, %i
  %next = add i64 %i, 64
  %again = icmp ugt i64 %next, 5000
  br i1 %again, label %loop, label %done
done:
  %total = phi i64 [0, %entry], [%more, %loop]
  %at = getelementptr i64, ptr %p, i64 %wide
  store i64 %total, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @own_bounds, !"kernel", i32 1}
!1 = !{ptr @first_warp, !"kernel", i32 1}
!2 = !{ptr @calls_somebody, !"kernel", i32 1}
!3 = !{ptr @may_trap, !"kernel", i32 1}
!4 = !{ptr @may_be_stopped, !"kernel", i32 1}
!5 = !{ptr @asked_together, !"kernel", i32 1}
