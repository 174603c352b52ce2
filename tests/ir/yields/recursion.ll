; A function that calls itself until another thread has changed memory is a loop: it becomes one where that can be, and
; yields before the call where not. So does one that only goes by what it is told. Others do not, though they use atomics.
;
;   until: poll --> ret       decide: told? --> ret         walk: n? --> ret
;           | yield                    | yield                     | add
;           +-> until                  +-> look -> decide          +-> walk, walk
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_add_i32_device(ptr, i32)

define i32 @until(ptr %flag, i32 %n) {
; CHECK-LABEL: define {{.*}} @until(
; CHECK: call void @sw.yield()
; CHECK-NEXT: {{.*}}call i32 @until(
entry:
  %seen = load volatile i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %again, label %out
again:
  %more = add i32 %n, 1
  %r = call i32 @until(ptr %flag, i32 %more)
  %s = sub i32 1, %r
  ret i32 %s
out:
  ret i32 %n
}

define i32 @loop(ptr %flag, i32 %n) {
; CHECK-LABEL: define {{.*}} @loop(
; CHECK: call void @sw.yield()
; CHECK-NEXT: br label
; CHECK-NOT: call i32 @loop
entry:
  %seen = load volatile i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %again, label %out
again:
  %more = add i32 %n, 1
  %r = call i32 @loop(ptr %flag, i32 %more)
  ret i32 %r
out:
  ret i32 %n
}

define i32 @look(ptr %flag, i32 %n) {
; CHECK-LABEL: define {{.*}} @look(
; CHECK-NOT: @sw.yield
; CHECK: ret i32
  %seen = load volatile i32, ptr %flag
  %r = call i32 @decide(ptr %flag, i32 %seen, i32 %n)
  %s = add i32 %r, 1
  ret i32 %s
}

define i32 @decide(ptr %flag, i32 %told, i32 %n) {
; CHECK-LABEL: define {{.*}} @decide(
; CHECK: call void @sw.yield()
; CHECK-NEXT: {{.*}}call i32 @look(
entry:
  %unset = icmp eq i32 %told, 0
  br i1 %unset, label %again, label %out
again:
  %r = call i32 @look(ptr %flag, i32 %n)
  %s = add i32 %r, 1
  ret i32 %s
out:
  ret i32 %n
}

define void @walk(ptr %tree, ptr %sum, i32 %n) {
; CHECK-LABEL: define {{.*}} @walk(
; CHECK-NOT: @sw.yield
; CHECK: ret void
entry:
  %at = getelementptr i32, ptr %tree, i32 %n
  %value = load i32, ptr %at
  %none = icmp eq i32 %value, 0
  br i1 %none, label %out, label %in
in:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %sum, i32 %value)
  %left = shl i32 %n, 1
  call void @walk(ptr %tree, ptr %sum, i32 %left)
  %right = or i32 %left, 1
  call void @walk(ptr %tree, ptr %sum, i32 %right)
  store i32 0, ptr %at
  br label %out
out:
  ret void
}

; What was seen travels to the next turn in a structure by value.
%snapshot = type { i32, i32 }
define i32 @until_by_value(ptr byval(%snapshot) %s, ptr %flag, i32 %n) {
; CHECK-LABEL: define {{.*}} @until_by_value(
; CHECK: call void @sw.yield()
; CHECK-NEXT: {{.*}}call i32 @until_by_value(
entry:
  %next = alloca %snapshot
  %v = load i32, ptr %s
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %again, label %out
again:
  %seen = load volatile i32, ptr %flag
  store i32 %seen, ptr %next
  %more = add i32 %n, 1
  %r = call i32 @until_by_value(ptr byval(%snapshot) %next, ptr %flag, i32 %more)
  %d = sub i32 1, %r
  ret i32 %d
out:
  ret i32 %n
}
