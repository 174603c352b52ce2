; Tickets: a loop whose number is drawn by an atomic operation ends by itself, if the number moves towards the bound, and
; nobody moves it but by small steps (tickets_moved.ll).
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i64 @__sw_atomic_add_u64_device(ptr, i64)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_sub_i32_device(ptr, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)

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

; Lane 0 draws for all.
define void @drawn_for_all(ptr %next, ptr %out, i32 %n, i1 %first, i32 %lane) {
; CHECK-LABEL: @drawn_for_all(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  br i1 %first, label %draw, label %all
draw:
  %drawn = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 32)
  br label %all
all:
  %own = phi i32 [ %drawn, %draw ], [ 0, %loop ]
  %base = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %own, i32 0, i32 31)
  %i = add i32 %base, %lane
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A lock: 0 comes only once in 2^32 numbers.
define void @drawn_until_zero(ptr %lock) {
; CHECK-LABEL: @drawn_until_zero(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %lock, i32 1)
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %spin, label %exit
exit:
  ret void
}

; The number moves away from the end.
define void @drawn_backwards(ptr %s) {
; CHECK-LABEL: @drawn_backwards(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_sub_i32_device(ptr %s, i32 1)
  %taken = icmp sle i32 %old, 0
  br i1 %taken, label %spin, label %exit
exit:
  ret void
}

; Put back, perhaps, by another name.
define void @drawn_and_put_back(ptr %take, ptr %give, i32 %n) {
; CHECK-LABEL: @drawn_and_put_back(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %take, i32 1)
  %low = icmp slt i32 %old, %n
  br i1 %low, label %back, label %exit
back:
  %unused = call i32 @__sw_atomic_sub_i32_device(ptr %give, i32 1)
  br label %spin
exit:
  ret void
}

; Arrays of dynamic shared memory are one, whatever their names.
@tickets = external addrspace(3) global [0 x i32]
@returned = external addrspace(3) global [0 x i32]
define void @drawn_and_put_back_in_shared(ptr %p, i32 %n) {
; CHECK-LABEL: @drawn_and_put_back_in_shared(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(3) @tickets to ptr), i32 1)
  %use = call i32 @__sw_atomic_sub_i32_device(ptr addrspacecast (ptr addrspace(3) @returned to ptr), i32 1)
  %at = getelementptr i32, ptr %p, i32 %old
  store i32 1, ptr %at
  %low = icmp slt i32 %old, %n
  br i1 %low, label %spin, label %exit
exit:
  ret void
}

; The comparison also decides something else, by which the loop might go on.
define void @drawn_and_asked(ptr %next, ptr %out, i32 %n, i1 %stay) {
; CHECK-LABEL: @drawn_and_asked(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  %on = select i1 %more, i1 true, i1 %stay
  br i1 %on, label %loop, label %exit
exit:
  ret void
}

; The tries are counted below a bit that somebody sets: nobody looks at the number.
define void @drawn_for_nothing(ptr %word, i32 %bound) {
; CHECK-LABEL: @drawn_for_nothing(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %word, i32 1)
  %waits = icmp ult i32 %old, %bound
  br i1 %waits, label %spin, label %exit
exit:
  ret void
}

define void @drawn_far_away(ptr %word, ptr %out) {
; CHECK-LABEL: @drawn_far_away(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %spin
spin:
  %old = call i64 @__sw_atomic_add_u64_device(ptr %word, i64 1)
  store i64 %old, ptr %out
  %waits = icmp ult i64 %old, 2305843009213693952
  br i1 %waits, label %spin, label %exit
exit:
  ret void
}

; The loop's own draws are taken off: it waits for what others add.
define void @drawn_less_own_tries(ptr %next, ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_less_own_tries(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %off = phi i32 [ 0, %entry ], [ %off.next, %loop ]
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %others = add i32 %i, %off
  %off.next = add i32 %off, -1
  %more = icmp slt i32 %others, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Or the bound moves along with them: a value, a variable of the thread's.
define void @drawn_to_moving_value(ptr %next, ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_to_moving_value(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %bound = phi i32 [ %n, %entry ], [ %bound.next, %loop ]
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %bound.next = add i32 %bound, 1
  %more = icmp slt i32 %i, %bound
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @drawn_to_moving_variable(ptr %next, ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_to_moving_variable(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  %limit = alloca i32
  store i32 %n, ptr %limit
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %bound = load i32, ptr %limit
  %bound.next = add i32 %bound, 1
  store i32 %bound.next, ptr %limit
  %more = icmp slt i32 %i, %bound
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; One that is computed, and read, anew each time, and stays.
define void @drawn_to_variable(ptr %next, ptr %out, i32 %n, i32 %lane) {
; CHECK-LABEL: @drawn_to_variable(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  %limit = alloca i32
  store i32 %n, ptr %limit
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 32)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %bound = load i32, ptr %limit
  %last = sub i32 %bound, %lane
  %more = icmp slt i32 %i, %last
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
