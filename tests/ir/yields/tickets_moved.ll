; A number that is drawn ends the loop in time only if nobody moves it by more than some draws at one stroke: somebody who
; stops the others by that, or by many of them, may come too late, or, waiting for this thread to give way, never. Another
; variable's moves are no matter.
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)

@stopped = addrspace(1) global i32 0
@raised = addrspace(1) global i32 0
@stored = addrspace(1) global i32 0
@counted = addrspace(1) global i32 0
@stepped = addrspace(1) global i32 0
@batches = addrspace(1) global i32 0
@lock = addrspace(1) global i32 0

define void @drawn_and_set(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_and_set(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @stopped to ptr), i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @drawn_and_raised(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_and_raised(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @raised to ptr), i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @drawn_and_stored(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_and_stored(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @stored to ptr), i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @drawn_alike(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_alike(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @counted to ptr), i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Another thread's steps are small of themselves, but each is worth more draws than a warp has lanes.
define void @drawn_and_stepped(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_and_stepped(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @stepped to ptr), i32 1)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Steps alike, however large.
define void @drawn_in_batches(ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_in_batches(
; CHECK-NOT: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @batches to ptr), i32 64)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp slt i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @elsewhere(i32 %far) {
  %a = call i32 @__sw_atomic_exch_i32_device(ptr addrspacecast (ptr addrspace(1) @stopped to ptr), i32 %far)
  %b = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @raised to ptr), i32 1000000)
  store volatile i32 %far, ptr addrspace(1) @stored
  %c = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @counted to ptr), i32 32)
  %e = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @stepped to ptr), i32 -33)
  %f = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @batches to ptr), i32 2048)
  %d = call i32 @__sw_atomic_cas_i32_device(ptr addrspacecast (ptr addrspace(1) @lock to ptr), i32 0, i32 1)
  store i32 0, ptr addrspace(1) @counted
  ret void
}
