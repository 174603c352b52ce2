; What is undefined only once a function has been inlined is guarded before: functions that wait are inlined whatever they
; say, and on a GPU their arguments are registers.
; RUN: %softwarp-cc %s --stop-after=retarget --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.nvvm.barrier0()

define i32 @shift(i32 %x, i32 %n) noinline {
  call void @llvm.nvvm.barrier0()
  %r = ashr i32 %x, %n
  ret i32 %r
}

define i32 @divide(i32 %x, i32 %n) noinline {
  call void @llvm.nvvm.barrier0()
  %r = sdiv i32 %x, %n
  ret i32 %r
}

define i32 @convert(float %x) noinline {
  call void @llvm.nvvm.barrier0()
  %r = fptosi float %x to i32
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}@kernel(
; CHECK: %[[X:.*]] = load i32, ptr
; CHECK: ashr i32 %[[X]], 31
; CHECK: store volatile i32 -1,
; CHECK: store volatile i32 2147483647,
define void @kernel(ptr %out, i32 %last) {
  %x = load i32, ptr %out
  %a = call i32 @shift(i32 %x, i32 32)
  store volatile i32 %a, ptr %out
  %b = call i32 @shift(i32 %x, i32 %last)
  store volatile i32 %b, ptr %out
  %c = call i32 @divide(i32 %x, i32 0)
  store volatile i32 %c, ptr %out
  %d = call i32 @convert(float 1.0e+10)
  store volatile i32 %d, ptr %out
  ret void
}

; The same of inline PTX, of which it is known what it gives.
; CHECK-LABEL: define {{.*}}@assembly(
; CHECK: store i32 -1,
define void @assembly(ptr %out) {
  %x = load i32, ptr %out
  %q = call i32 asm "div.u32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 0)
  store i32 %q, ptr %out
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @assembly, !"kernel", i32 1}
