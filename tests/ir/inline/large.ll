; Functions that clang has left are inlined, but for what says noinline, recursion, and what would become too much: @f6 is
; some 10000 instructions with all that it calls.
; RUN: %softwarp-cc %s --passes=import,inline --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,inline --emit=llvm -O0 | FileCheck %s --check-prefix=PLAIN

; PLAIN: call i32 @f0(
; CHECK-NOT: define {{.*}}@f0(

define i32 @f0(i32 %x) {
  %y = mul i32 %x, %x
  ret i32 %y
}

; CHECK-DAG: define {{.*}}@kept(
define i32 @kept(i32 %x) noinline {
  %y = mul i32 %x, 3
  ret i32 %y
}

; CHECK-DAG: define {{.*}}@itself(
define i32 @itself(i32 %x) {
  %y = lshr i32 %x, 1
  %z = call i32 @other(i32 %y)
  ret i32 %z
}

define i32 @other(i32 %x) {
  %some = icmp ne i32 %x, 0
  br i1 %some, label %more, label %end
more:
  %y = call i32 @itself(i32 %x)
  br label %end
end:
  %z = phi i32 [%x, %0], [%y, %more]
  ret i32 %z
}

define i32 @f1(i32 %x) {
  %a = call i32 @f0(i32 %x)
  %b = call i32 @f0(i32 %a)
  %c = call i32 @f0(i32 %b)
  %d = call i32 @f0(i32 %c)
  ret i32 %d
}
define i32 @f2(i32 %x) {
  %a = call i32 @f1(i32 %x)
  %b = call i32 @f1(i32 %a)
  %c = call i32 @f1(i32 %b)
  %d = call i32 @f1(i32 %c)
  ret i32 %d
}
define i32 @f3(i32 %x) {
  %a = call i32 @f2(i32 %x)
  %b = call i32 @f2(i32 %a)
  %c = call i32 @f2(i32 %b)
  %d = call i32 @f2(i32 %c)
  ret i32 %d
}
define i32 @f4(i32 %x) {
  %a = call i32 @f3(i32 %x)
  %b = call i32 @f3(i32 %a)
  %c = call i32 @f3(i32 %b)
  %d = call i32 @f3(i32 %c)
  ret i32 %d
}
; CHECK-DAG: define {{.*}}@f5(
define i32 @f5(i32 %x) {
  %a = call i32 @f4(i32 %x)
  %b = call i32 @f4(i32 %a)
  %c = call i32 @f4(i32 %b)
  %d = call i32 @f4(i32 %c)
  ret i32 %d
}
; CHECK-DAG: define {{.*}}@f6(
define i32 @f6(i32 %x) {
  %a = call i32 @f5(i32 %x)
  %b = call i32 @f5(i32 %a)
  %c = call i32 @f5(i32 %b)
  %d = call i32 @f5(i32 %c)
  ret i32 %d
}

; CHECK-LABEL: define void @kernel(
; CHECK: mul i32
; CHECK: call i32 @kept(
; CHECK: call i32 @{{itself|other}}(
; CHECK: call i32 @f6(
define void @kernel(ptr %out, i32 %x) {
  %a = call i32 @f0(i32 %x)
  %b = call i32 @kept(i32 %a)
  %c = call i32 @itself(i32 %b)
  %d = call i32 @f6(i32 %c)
  store i32 %d, ptr %out
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
