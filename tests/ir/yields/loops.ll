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

; What a function reads that was not inlined is a poll, too, in a loop with a fence.
define internal i32 @look(ptr %flag) noinline {
  %seen = load i32, ptr %flag
  ret i32 %seen
}

define void @fenced_call(ptr %flag) {
; CHECK-LABEL: @fenced_call(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  %seen = call i32 @look(ptr %flag)
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; And so is what a copy of memory brings.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @fenced_copy(ptr %flag) {
; CHECK-LABEL: @fenced_copy(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %own = alloca i32
  br label %loop
loop:
  call void @llvm.nvvm.membar.gl()
  call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr %flag, i64 4, i1 false)
  %seen = load i32, ptr %own
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; Lanes that meet hold the compiler back: a word that is looked at again and again may have been written meanwhile.
declare void @llvm.nvvm.bar.warp.sync(i32)

define void @met_by_warp(ptr %flag) {
; CHECK-LABEL: @met_by_warp(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %seen = load i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; The same of a whole block, but for shared memory: of that nobody else has any.
declare void @llvm.nvvm.barrier0()
@word = internal addrspace(3) global i32 undef

define void @met_by_block(ptr %flag) {
; CHECK-LABEL: @met_by_block(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @llvm.nvvm.barrier0()
  %seen = load i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

define void @met_about_shared() {
; CHECK-LABEL: @met_about_shared(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @llvm.nvvm.barrier0()
  %seen = load i32, ptr addrspace(3) @word
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %loop, label %exit
exit:
  ret void
}

; What is printed orders nothing.
declare i32 @vprintf(ptr, ptr)

define void @printed(ptr %list, ptr %text) {
; CHECK-LABEL: @printed(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %node = phi ptr [ %list, %entry ], [ %next, %loop ]
  %length = call i32 @vprintf(ptr %text, ptr null)
  %next = load ptr, ptr %node
  %more = icmp ne ptr %next, null
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A chain that others write, and a fence in between.
define void @fenced_chain(ptr %list) {
; CHECK-LABEL: @fenced_chain(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %node = phi ptr [ %list, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.membar.gl()
  %next = load ptr, ptr %node
  %more = icmp ne ptr %next, %list
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What was polled goes into a function in a structure by value: the function reads it, of which otherwise nothing is known.
%snapshot = type { i32, i32 }
define i1 @is_set(ptr byval(%snapshot) %s, i32 %i) noinline {
  %v = load i32, ptr %s
  %r = icmp sgt i32 %v, %i
  ret i1 %r
}
define i32 @drawn(i32 %n) noinline {
  %r = mul i32 %n, 3
  ret i32 %r
}
define void @asked_by_value(ptr %flag) {
; CHECK-LABEL: @asked_by_value(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %s = alloca %snapshot
  br label %spin
spin:
  %n = phi i32 [ 0, %entry ], [ %n.next, %spin ]
  %n.next = add i32 %n, 1
  %seen = load volatile i32, ptr %flag
  store i32 %seen, ptr %s
  %other = call i32 @drawn(i32 %n)
  %set = call i1 @is_set(ptr byval(%snapshot) %s, i32 %other)
  br i1 %set, label %out, label %spin
out:
  ret void
}
