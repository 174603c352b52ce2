; A loop that waits for memory to change yields on its back edge; loops that only use atomics do not.
;
;   spin:   poll --> exit          retry:  cas(expected = old of the last try) --> exit        count: add --> exit
;            ^ |                            ^ |                                                 ^ |
;            +-+ yield                      +-+                                                 +-+
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

define void @spin_lock(ptr %lock) {
; CHECK-LABEL: @spin_lock(
; CHECK: call i32 @__sw_atomic_cas_i32_device
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %free = icmp eq i32 %old, 0
  br i1 %free, label %exit, label %spin
exit:
  ret void
}

define void @flag(ptr %flag) {
; CHECK-LABEL: @flag(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %seen = load volatile i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %spin, label %exit
exit:
  ret void
}

; The lock taken inside the loop decides only through a phi of constants: while (!done) { if (cas == 0) done = true; }
define void @flagged_exit(ptr %lock, ptr %data) {
; CHECK-LABEL: @flagged_exit(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %got = icmp eq i32 %old, 0
  br i1 %got, label %work, label %latch
work:
  store i32 1, ptr %data
  br label %latch
latch:
  %done = phi i1 [ true, %work ], [ false, %loop ]
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define void @custom_atomic(ptr %p) {
; CHECK-LABEL: @custom_atomic(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %first = load i32, ptr %p
  br label %retry
retry:
  %expected = phi i32 [ %first, %entry ], [ %old, %retry ]
  %new = mul i32 %expected, 3
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %expected, i32 %new)
  %done = icmp eq i32 %old, %expected
  br i1 %done, label %exit, label %retry
exit:
  ret void
}

define void @work_queue(ptr %next, ptr %done, i32 %n) {
; CHECK-LABEL: @work_queue(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  %place = getelementptr i32, ptr %done, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @counted(ptr %p, i32 %n) {
; CHECK-LABEL: @counted(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load volatile i32, ptr %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; With a fence in the loop loads are polls, though not those of an argument by value, which belongs to the thread.
declare void @llvm.nvvm.membar.gl()

define void @fenced_loop(ptr byval({i32}) %count, ptr %data) {
; CHECK-LABEL: @fenced_loop(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %data
  call void @llvm.nvvm.membar.gl()
  %next = add i32 %i, 1
  %n = load i32, ptr %count
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @fenced_poll(ptr %flag) {
; CHECK-LABEL: @fenced_poll(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  %seen = load i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; Until the time has come the others may run; a clock that does not decide when a loop ends is none of its polls.
declare i32 @llvm.nvvm.read.ptx.sreg.clock()

define void @until_the_time_has_come(i32 %ticks) {
; CHECK-LABEL: @until_the_time_has_come(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %start = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  br label %loop
loop:
  %now = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %passed = sub i32 %now, %start
  %early = icmp ult i32 %passed, %ticks
  br i1 %early, label %loop, label %exit
exit:
  ret void
}

define void @measured(ptr %times, i32 %n) {
; CHECK-LABEL: @measured(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %now = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %at = getelementptr i32, ptr %times, i32 %i
  store i32 %now, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
