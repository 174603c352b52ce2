; Recursion that ends with its own call becomes a loop; a function that always calls itself stays what it is, also
; for LLVM's passes later on.
;
;   down: n? --> ret          lost: add         either: n? --> either         never held back: as it came
;          | down                    | lost              | either
;          +--> ret                  +--> ret            +--> ret
; RUN: %softwarp-cc %s --passes=endless --emit=llvm | FileCheck %s

define i32 @down(i32 %n) #0 {
; CHECK-LABEL: define {{.*}} @down(
; CHECK-NOT: call
; CHECK: ret i32
entry:
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %out, label %again
again:
  %less = sub i32 %n, 1
  %r = call i32 @down(i32 %less)
  %s = add i32 %r, %n
  ret i32 %s
out:
  ret i32 7
}

define i32 @lost(i32 %n) #0 {
; CHECK-LABEL: define {{.*}} @lost(
; CHECK-SAME: #[[KEPT:[0-9]+]]
; CHECK: call i32 @lost(
entry:
  %more = add i32 %n, 1
  %r = call i32 @lost(i32 %more)
  %s = add i32 %r, %n
  ret i32 %s
}

define i32 @either(i32 %n) #0 {
; CHECK-LABEL: define {{.*}} @either(
; CHECK-SAME: #[[KEPT]]
; CHECK: call i32 @either(
; CHECK: call i32 @either(
entry:
  %even = icmp eq i32 %n, 0
  br i1 %even, label %a, label %b
a:
  %more = add i32 %n, 1
  %r = call i32 @either(i32 %more)
  br label %out
b:
  %less = sub i32 %n, 1
  %t = call i32 @either(i32 %less)
  br label %out
out:
  %x = phi i32 [ %r, %a ], [ %t, %b ]
  ret i32 %x
}

define i32 @own(i32 %n) {
; CHECK-LABEL: define {{.*}} @own(
entry:
  %r = add i32 %n, 1
  ret i32 %r
}
; CHECK: attributes #[[KEPT]] = {{.*}}"disable-tail-calls"="true"

attributes #0 = { "disable-tail-calls"="true" }
