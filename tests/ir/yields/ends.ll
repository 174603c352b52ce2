; Loops that end whatever other threads do give way to nobody; those that only look like them do.
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i64 @__sw_atomic_cas_i64_device(ptr, i64, i64)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare ptr @malloc(i64)

; The lock is free at 0; a swap of 1 for 1 succeeds and ends nothing.
define void @cas_of_last_seen(ptr %lock) {
; CHECK-LABEL: @cas_of_last_seen(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %expected = phi i32 [ 0, %entry ], [ %found, %spin ]
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 %expected, i32 1)
  %both = or i32 %found, %expected
  %free = icmp eq i32 %both, 0
  br i1 %free, label %exit, label %spin
exit:
  ret void
}

; Success ends the loop, but what is expected is not what was seen.
define void @cas_of_zero(ptr %lock) {
; CHECK-LABEL: @cas_of_zero(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %expected = phi i32 [ 0, %entry ], [ %masked, %spin ]
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 %expected, i32 1)
  %masked = and i32 %found, 0
  %free = icmp eq i32 %found, %expected
  br i1 %free, label %exit, label %spin
exit:
  ret void
}

; Behind one way round the loop nothing has been looked at anew.
define void @cas_of_stale(ptr %p, i1 %which) {
; CHECK-LABEL: @cas_of_stale(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %retry
retry:
  %expected = phi i32 [ 5, %entry ], [ %next, %again ]
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %expected, i32 7)
  %done = icmp eq i32 %old, %expected
  br i1 %done, label %exit, label %more
more:
  br i1 %which, label %again, label %other
other:
  br label %again
again:
  %next = phi i32 [ %old, %more ], [ 5, %other ]
  br label %retry
exit:
  ret void
}

; Another element of the same array is no look at the one that is swapped.
define void @cas_of_another(ptr %p) {
; CHECK-LABEL: @cas_of_another(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %retry
retry:
  %other = getelementptr i32, ptr %p, i32 1
  %expected = load i32, ptr %other
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %expected, i32 7)
  %done = icmp eq i32 %old, %expected
  br i1 %done, label %exit, label %retry
exit:
  ret void
}

define void @cas_of_loaded(ptr %p) {
; CHECK-LABEL: @cas_of_loaded(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %retry
retry:
  %expected = load volatile i32, ptr %p
  %new = add i32 %expected, 3
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %expected, i32 %new)
  %done = icmp eq i32 %old, %expected
  br i1 %done, label %exit, label %retry
exit:
  ret void
}

; for (e = 0; e < *end; e++) atomicAdd(p + e, 1): the largest number is met.
define void @counted_to_read(ptr %end, ptr %p) {
; CHECK-LABEL: @counted_to_read(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %e = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %e
  %unused = call i32 @__sw_atomic_add_i32_device(ptr %at, i32 1)
  %next = add i32 %e, 1
  %n = load i32, ptr %end
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Looks before it tries: the plain load is from an address that stays, beside an atomic operation.
define void @looked_at(ptr %lock) {
; CHECK-LABEL: @looked_at(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %seen = load i32, ptr %lock
  %free = icmp eq i32 %seen, 0
  br i1 %free, label %try, label %loop
try:
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %got = icmp eq i32 %old, 0
  br i1 %got, label %exit, label %loop
exit:
  ret void
}

; What a poll has found goes through memory of which there may be two names.
define void @through_memory(ptr %flag, ptr %write, ptr %read) {
; CHECK-LABEL: @through_memory(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %flag
  store i32 %v, ptr %write
  %seen = load i32, ptr %read
  %more = icmp eq i32 %seen, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A variable whose address stays here is nobody else's: what lies in it does not come from the flag.
define void @own_variable(ptr %flag, ptr %out, i32 %n) {
; CHECK-LABEL: @own_variable(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %i = alloca i32
  store i32 0, ptr %i
  br label %loop
loop:
  %v = load volatile i32, ptr %flag
  store i32 %v, ptr %out
  %old = load i32, ptr %i
  %next = add i32 %old, 1
  store i32 %next, ptr %i
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Memory comes free when somebody else gives it back.
define void @tried_malloc(ptr %out) {
; CHECK-LABEL: @tried_malloc(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %memory = call ptr @malloc(i64 16)
  %none = icmp eq ptr %memory, null
  br i1 %none, label %loop, label %exit
exit:
  store ptr %memory, ptr %out
  ret void
}

; The upper half is not 0 while somebody has the lock.
define void @cas_of_half(ptr %lock) {
; CHECK-LABEL: @cas_of_half(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %low = phi i32 [ 0, %entry ], [ %seen, %spin ]
  %expected = zext i32 %low to i64
  %new = or i64 %expected, 1099511627776
  %old = call i64 @__sw_atomic_cas_i64_device(ptr %lock, i64 %expected, i64 %new)
  %seen = trunc i64 %old to i32
  %done = icmp eq i64 %old, %expected
  br i1 %done, label %exit, label %spin
exit:
  ret void
}

define void @cas_of_loaded_half(ptr %lock) {
; CHECK-LABEL: @cas_of_loaded_half(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %low = load volatile i32, ptr %lock
  %expected = zext i32 %low to i64
  %old = call i64 @__sw_atomic_cas_i64_device(ptr %lock, i64 %expected, i64 -1)
  %done = icmp eq i64 %old, %expected
  br i1 %done, label %exit, label %spin
exit:
  ret void
}

; All bits there and back again, as a pointer.
define void @cas_of_pointer(ptr %head) {
; CHECK-LABEL: @cas_of_pointer(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %first = load ptr, ptr %head
  br label %retry
retry:
  %top = phi ptr [ %first, %entry ], [ %next, %retry ]
  %expected = ptrtoint ptr %top to i64
  %old = call i64 @__sw_atomic_cas_i64_device(ptr %head, i64 %expected, i64 0)
  %next = inttoptr i64 %old to ptr
  %done = icmp eq i64 %old, %expected
  br i1 %done, label %exit, label %retry
exit:
  ret void
}

; It goes from place to place, and expects what was at the one before.
define void @cas_in_turn(ptr %slots) {
; CHECK-LABEL: @cas_in_turn(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %retry
retry:
  %expected = phi i32 [ 5, %entry ], [ %old, %retry ]
  %i = phi i32 [ 0, %entry ], [ %other, %retry ]
  %slot = getelementptr i32, ptr %slots, i32 %i
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %slot, i32 %expected, i32 7)
  %other = xor i32 %i, 1
  %done = icmp eq i32 %old, %expected
  br i1 %done, label %exit, label %retry
exit:
  ret void
}

; With a fence another thread may lower the number, to end the loop, which at the largest number counting never does.
define void @counted_between_fences(ptr %most) {
; CHECK-LABEL: @counted_between_fences(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.nvvm.membar.gl()
  %next = add i32 %i, 1
  %n = load i32, ptr %most
  %more = icmp ule i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A number of 64 bits that is read each time: counting to it may take longer than anybody waits.
define void @counted_far(ptr %end, ptr %p) {
; CHECK-LABEL: @counted_far(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %unused = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  %next = add i64 %i, 1
  %n = load i64, ptr %end
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The address is loaded anew each time, and the loop moves it on: what was found at one place is expected at another.
define void @cas_at_cursor(ptr %cursor, ptr %slots, i32 %me) {
; CHECK-LABEL: @cas_at_cursor(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %old = phi i32 [ 0, %entry ], [ %found, %next ]
  %at = load ptr, ptr %cursor
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %at, i32 %old, i32 %me)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %next
next:
  %i = and i32 %found, 3
  %place = getelementptr i32, ptr %slots, i32 %i
  store ptr %place, ptr %cursor
  br label %loop
exit:
  ret void
}

; The same without that, while the loop writes to a variable of its own.
@sum = addrspace(1) global ptr null
define void @cas_at_loaded_address(ptr %tries) {
; CHECK-LABEL: @cas_at_loaded_address(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %n = alloca i32
  br label %loop
loop:
  %old = phi i32 [ 0, %entry ], [ %found, %loop ]
  %at = load ptr, ptr addrspacecast (ptr addrspace(1) @sum to ptr)
  %new = add i32 %old, 1
  store i32 %new, ptr %n
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %at, i32 %old, i32 %new)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The loop itself changes the word between the look and the swap: it ends when others have set the mask to nothing.
declare i32 @__sw_atomic_xor_i32_device(ptr, i32)
define void @cas_undone(ptr %word, ptr %mask) {
; CHECK-LABEL: @cas_undone(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %old = load volatile i32, ptr %word
  %bits = load volatile i32, ptr %mask
  %unused = call i32 @__sw_atomic_xor_i32_device(ptr %word, i32 %bits)
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %word, i32 %old, i32 7)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A stack's push, which writes to a node that nobody has yet.
define void @pushed(ptr %top, ptr %link, i32 %node) {
; CHECK-LABEL: @pushed(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %old = phi i32 [ 0, %entry ], [ %found, %loop ]
  store i32 %old, ptr %link
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %top, i32 %old, i32 %node)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; What nothing leaves ends when another thread's assertion fails.
define void @endless(ptr %beats) {
; CHECK-LABEL: @endless(
; CHECK: call void @sw.yield()
; CHECK: br label %loop
entry:
  br label %loop
loop:
  %unused = call i32 @__sw_atomic_add_i32_device(ptr %beats, i32 1)
  br label %loop
}

; But not where a program hangs on purpose, as after an error.
define void @hung() {
; CHECK-LABEL: @hung(
; CHECK-NOT: call void @sw.yield()
; CHECK: br label %loop
entry:
  br label %loop
loop:
  br label %loop
}
