; Who holds a lock is alone with what it protects if it is one lock. Of an array each lane may hold another one: then lanes
; that read in the section what others write there stay in step, and those that have only the lock's own place do not.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @a_lock_each(ptr %locks, ptr %memory, i64 %n) {
; CHECK-LABEL: @a_lock_each(
; CHECK: load volatile
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step.end(i32 1)
; CHECK: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = zext i32 %tid to i64
  %lock = getelementptr i32, ptr %locks, i64 %t
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 16
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  ret void
}

; What the lock protects, and reads without it behind.
define void @a_lock_for_each_place(ptr %locks, ptr %memory, i64 %n) {
; CHECK-LABEL: @a_lock_for_each_place(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = zext i32 %tid to i64
  %which = alloca i64
  store i64 %t, ptr %which
  %lock = getelementptr i32, ptr %locks, i64 %t
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  %first = load i64, ptr %which
  %from = getelementptr i32, ptr %memory, i64 %first
  %a = load volatile i32, ptr %from
  %more = add i32 %a, 1
  %second = load i64, ptr %which
  %to = getelementptr i32, ptr %memory, i64 %second
  store volatile i32 %more, ptr %to
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  %next = getelementptr i32, ptr %memory, i64 %n
  %b = load volatile i32, ptr %next
  ret void
}

; The variable is another place when it is written.
define void @a_place_that_moves(ptr %locks, ptr %memory, i64 %n) {
; CHECK-LABEL: @a_place_that_moves(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = zext i32 %tid to i64
  %which = alloca i64
  store i64 %t, ptr %which
  %lock = getelementptr i32, ptr %locks, i64 %t
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  %first = load i64, ptr %which
  %from = getelementptr i32, ptr %memory, i64 %first
  %a = load volatile i32, ptr %from
  store i64 %n, ptr %which
  %second = load i64, ptr %which
  %to = getelementptr i32, ptr %memory, i64 %second
  store volatile i32 %a, ptr %to
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  ret void
}

; A lock for each block, by a pointer in a variable.
define void @a_lock_for_a_block(ptr %locks, ptr %memory, i64 %t) {
; CHECK-LABEL: @a_lock_for_a_block(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %variable = alloca ptr
  store ptr %locks, ptr %variable
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 16
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  br label %try
try:
  %all = load ptr, ptr %variable
  %lock = getelementptr i32, ptr %all, i32 %block
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  %end = load ptr, ptr %variable
  %same = getelementptr i32, ptr %end, i32 %block
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %same, i32 0)
  ret void
}

%bucket = type { i32, i32, [6 x i32] }

; The lock lies in the structure that it protects, until somebody writes there.
define void @a_lock_inside(ptr %buckets, i64 %t, i64 %n) {
; CHECK-LABEL: @a_lock_inside(
; CHECK: held:
; CHECK-NOT: sw.in.step
; CHECK: store i32 0
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile i32 2
; CHECK: ret void
entry:
  %lock = getelementptr %bucket, ptr %buckets, i64 %t, i32 0
  %count = getelementptr %bucket, ptr %buckets, i64 %t, i32 1
  %value = getelementptr %bucket, ptr %buckets, i64 %t, i32 2, i64 %n
  br label %try
try:
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %lock, i32 0, i32 1)
  %taken = icmp eq i32 %found, 0
  br i1 %taken, label %held, label %try
held:
  store volatile i32 1, ptr %count
  store volatile i32 1, ptr %value
  %end = getelementptr %bucket, ptr %buckets, i64 %n, i32 0
  store i32 0, ptr %end
  %other = getelementptr %bucket, ptr %buckets, i64 %n, i32 2, i64 1
  %a = load volatile i32, ptr %other
  store volatile i32 2, ptr %value
  %old = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!4 = !{ptr @a_lock_inside, !"kernel", i32 1}
!0 = !{ptr @a_lock_each, !"kernel", i32 1}
!1 = !{ptr @a_lock_for_each_place, !"kernel", i32 1}
!2 = !{ptr @a_place_that_moves, !"kernel", i32 1}
!3 = !{ptr @a_lock_for_a_block, !"kernel", i32 1}
