; Strict programs know where the constants of device code are, those of all parts: which part a kernel is compiled in makes
; no difference to where its tables lie.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s --strict --lanes=1 --parts=2 --keep-stages=s. -o two.o
; RUN: cat s.*-table-0.ll | FileCheck %s --check-prefixes=CHECK,FIRST
; RUN: cat s.*-table-1.ll | FileCheck %s
; CHECK: @numbers{{.*}} = {{.*}}constant [2 x i32] [i32 3, i32 4], section "softwarp_constants"
; FIRST: call void @swrt_register_constants(
target triple = "nvptx64-nvidia-cuda"

@numbers = internal unnamed_addr constant [2 x i32] [i32 3, i32 4]

define i32 @second(ptr %p) noinline {
  %at = getelementptr i32, ptr %p, i64 1
  %x = load i32, ptr %at
  ret i32 %x
}

define void @one(ptr %p) {
  %x = call i32 @second(ptr @numbers)
  store i32 %x, ptr %p
  ret void
}

define void @two(ptr %p) {
  %x = call i32 @second(ptr @numbers)
  store i32 %x, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @one, !"kernel", i32 1}
!1 = !{ptr @two, !"kernel", i32 1}
