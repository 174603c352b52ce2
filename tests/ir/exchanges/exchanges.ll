; Writes to volatile memory that lanes read at another place get a mark before and behind. Flags that a loop waits for,
; places of one's own, and what nobody reads do not; nor what a barrier of all lanes keeps from the reads on every way, and
; what is written by who holds a lock.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@values = internal addrspace(3) global [64 x i32] undef

define void @halves(i64 %t) {
; CHECK-LABEL: @halves(
; CHECK: load volatile
; CHECK: load volatile
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step.end(i32 1)
; CHECK-NEXT: ret void
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 %t
  %other = getelementptr i32, ptr %own, i64 16
  %a = load volatile i32, ptr %own
  %b = load volatile i32, ptr %other
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr %own
  ret void
}

define void @in_any_memory(ptr %memory, i64 %t) {
; CHECK-LABEL: @in_any_memory(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step.end(i32 1)
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  ret void
}

; At -O0 the pointer lies in a local variable.
define void @through_a_variable(ptr %memory, i64 %t) {
; CHECK-LABEL: @through_a_variable(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
  %variable = alloca ptr
  store ptr %memory, ptr %variable
  %first = load ptr, ptr %variable
  %other = getelementptr i32, ptr %first, i64 1
  %a = load volatile i32, ptr %other
  %second = load ptr, ptr %variable
  %own = getelementptr i32, ptr %second, i64 %t
  store volatile i32 %a, ptr %own
  ret void
}

define void @in_order(ptr %in, i64 %t) {
; CHECK-LABEL: @in_order(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 %t
  %a = load volatile i32, ptr %own
  %b = load i32, ptr %in
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr %own
  ret void
}

define void @flags(ptr %flags, i64 %t) {
; CHECK-LABEL: @flags(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %flags, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %poll
poll:
  %a = load volatile i32, ptr %other
  %unset = icmp eq i32 %a, 0
  br i1 %unset, label %poll, label %done
done:
  store volatile i32 1, ptr %own
  ret void
}

declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)

define void @behind_a_barrier(ptr %memory, i64 %t, i1 %half) {
; CHECK-LABEL: @behind_a_barrier(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  store volatile i32 1, ptr %own
  br i1 %half, label %block, label %warp
block:
  call void @llvm.nvvm.barrier0()
  br label %read
warp:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %read
read:
  %a = load volatile i32, ptr %other
  call void @llvm.nvvm.barrier0()
  store volatile i32 %a, ptr %own
  ret void
}

; Not on every way, not of all lanes, and not when it is called again.
define void @behind_some_barrier(ptr %memory, i64 %t, i1 %half) {
; CHECK-LABEL: @behind_some_barrier(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step.end(i32 1)
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  store volatile i32 1, ptr %own
  br i1 %half, label %block, label %read
block:
  call void @llvm.nvvm.barrier0()
  br label %read
read:
  %a = load volatile i32, ptr %other
  store i32 %a, ptr %own
  ret void
}

define void @in_a_loop(ptr %memory, i64 %t, i32 %n) {
; CHECK-LABEL: @in_a_loop(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = load volatile i32, ptr %other
  call void @llvm.nvvm.barrier0()
  store volatile i32 %a, ptr %own
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @behind_half_a_warp(ptr %memory, i64 %t) {
; CHECK-LABEL: @behind_half_a_warp(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  store volatile i32 1, ptr %own
  call void @llvm.nvvm.bar.warp.sync(i32 65535)
  %a = load volatile i32, ptr %other
  store i32 %a, ptr %own
  ret void
}

define void @called_again(ptr %memory, i64 %t) {
; CHECK-LABEL: @called_again(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %a = load volatile i32, ptr %other
  call void @llvm.nvvm.barrier0()
  store volatile i32 %a, ptr %own
  ret void
}

define void @called_once(ptr %memory, i64 %t) {
; CHECK-LABEL: @called_once(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %a = load volatile i32, ptr %other
  call void @llvm.nvvm.barrier0()
  store volatile i32 %a, ptr %own
  ret void
}

; What the lock protects, but not what comes behind.
define void @with_a_lock(ptr %lock, ptr %memory, i64 %t) {
; CHECK-LABEL: @with_a_lock(
; CHECK: held:
; CHECK-NOT: sw.in.step
; CHECK: __sw_atomic_exch
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile i32 2
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  store volatile i32 1, ptr %own
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  %a = load volatile i32, ptr %other
  store volatile i32 2, ptr %own
  ret void
}

define void @with_an_exchange(ptr %lock, ptr %memory, i64 %t) {
; CHECK-LABEL: @with_an_exchange(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %try
try:
  %found = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 1)
  %busy = icmp eq i32 %found, 1
  br i1 %busy, label %try, label %held
held:
  store volatile i32 1, ptr %own
  %a = load volatile i32, ptr %other
  store volatile i32 0, ptr %lock
  ret void
}

; One lane has taken it for its warp; and a word that nobody gives back is no lock.
define void @taken_by_one(ptr %lock, ptr %memory, i64 %t) {
; CHECK-LABEL: @taken_by_one(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %first = icmp eq i64 %t, 0
  br i1 %first, label %try, label %held
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  br i1 %first, label %release, label %done
release:
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  br label %done
done:
  ret void
}

define void @taken_for_good(ptr %claims, ptr %memory, i64 %t) {
; CHECK-LABEL: @taken_for_good(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %claim = getelementptr i32, ptr %claims, i64 %t
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %claim, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %first, label %done
first:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  br label %done
done:
  ret void
}

define void @taken_in_one_memory(ptr %memory, i64 %t) {
; CHECK-LABEL: @taken_in_one_memory(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %memory, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %first, label %done
first:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !{ptr @behind_a_barrier, !"kernel", i32 1}
!1 = !{ptr @behind_some_barrier, !"kernel", i32 1}
!2 = !{ptr @in_a_loop, !"kernel", i32 1}
!3 = !{ptr @behind_half_a_warp, !"kernel", i32 1}
!4 = !{ptr @called_once, !"kernel", i32 1}
!5 = !{ptr @with_a_lock, !"kernel", i32 1}
!6 = !{ptr @with_an_exchange, !"kernel", i32 1}
!7 = !{ptr @taken_by_one, !"kernel", i32 1}
!8 = !{ptr @taken_for_good, !"kernel", i32 1}
