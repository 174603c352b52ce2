; A module in two parts. Short functions are in each part that calls them; what there is once (variables, functions with
; an address) is in part 0, with a hidden name that part 1 refers to; so are the variants of part 1 in the kernel table.
;
;   one (long) -> part 0        two -> part 1: @helper of its own, @pointed seen but not made, @cell referred to
;
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s --lanes=1 --parts=2 --id=00112233445566778899aabbccddeeff --keep-stages=s. -o two.o
; RUN: cat s.*-table-0.ll s.*-table-1.ll | FileCheck %s
; RUN: llvm-nm two.o | FileCheck %s --check-prefix=OBJECT
; RUN: ls | FileCheck %s --check-prefix=LEFT
; LEFT-NOT: .part

; The number of processes makes no difference, and one part is the whole module as it always was.
; RUN: %softwarp-cc %s --lanes=1 --parts=2 --jobs=1 --id=00112233445566778899aabbccddeeff -o again.o && cmp two.o again.o
; RUN: %softwarp-cc %s --lanes=1 --parts=1 --id=00112233445566778899aabbccddeeff -o one.o
; RUN: %softwarp-cc %s --lanes=1 --id=00112233445566778899aabbccddeeff -o by_size.o && cmp one.o by_size.o
; RUN: llvm-nm one.o | FileCheck %s --check-prefix=WHOLE
; RUN: not %softwarp-cc %s --parts=x -o one.o 2>&1 | FileCheck %s --check-prefix=NUMBER
; NUMBER: unknown option '--parts=x', or its value is not valid

; CHECK: @cell.of.00112233445566778899aabbccddeeff = hidden {{.*}}global
; CHECK: @sw.variants = internal global {{.*}}@one.block.w1
; CHECK: @sw.variants.{{.*}} @two.block.w1.of.00112233445566778899aabbccddeeff
; CHECK: define internal i32 @helper(
; CHECK: define hidden i32 @pointed.of.00112233445566778899aabbccddeeff(
; CHECK: define internal void @one.block.w1(
; CHECK-NOT: define {{.*}}two.block

; CHECK: @cell.of.00112233445566778899aabbccddeeff = external hidden global ptr
; CHECK-NOT: @sw.variants
; CHECK: define internal i32 @helper(
; CHECK: define available_externally hidden i32 @pointed.of.00112233445566778899aabbccddeeff(
; CHECK-NOT: @one
; CHECK: define hidden void @two.block.w1.of.00112233445566778899aabbccddeeff(

; OBJECT-DAG: {{[0-9a-f]+}} D cell.of.00112233445566778899aabbccddeeff
; OBJECT-DAG: {{[0-9a-f]+}} t one.block.w1
; OBJECT-DAG: {{[0-9a-f]+}} T pointed.of.00112233445566778899aabbccddeeff
; OBJECT-DAG: {{[0-9a-f]+}} T two.block.w1.of.00112233445566778899aabbccddeeff
; OBJECT-NOT: U cell
; WHOLE-NOT: .of.

@cell = internal global ptr @pointed

define i32 @helper(i32 %n) noinline {
  %r = mul i32 %n, %n
  ret i32 %r
}

define i32 @pointed(i32 %n) noinline {
  %r = add i32 %n, 5
  ret i32 %r
}

define void @one(ptr %p) {
  %a = load i32, ptr %p
  %b = call i32 @helper(i32 %a)
  %c = call i32 @helper(i32 %b)
  %d = call i32 @helper(i32 %c)
  %e = mul i32 %d, %a
  %f = xor i32 %e, %b
  %g = udiv i32 %f, 7
  store i32 %g, ptr %p
  ret void
}

define void @two(ptr %p) {
  %f = load ptr, ptr @cell
  %a = call i32 %f(i32 1)
  %b = call i32 @helper(i32 %a)
  %c = call i32 @pointed(i32 %b)
  store i32 %c, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @one, !"kernel", i32 1}
!1 = !{ptr @two, !"kernel", i32 1}
