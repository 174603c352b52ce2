; An assert of the compiler's that fails says its place, the pass and where the module is; the status is that of a bug.
; REQUIRES: asserts
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: not %softwarp-cc %s --fail-pass=retarget -o out.o 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=MODULE --input-file=softwarp-bug-retarget.ll
; RUN: bash -c '"$@"; [ $? = 70 ]' bash %softwarp-cc %s --fail-pass=retarget -o out.o 2>/dev/null
; CHECK: softwarp-cc: internal error: in pass 'retarget': pipeline/pipeline.c:{{[0-9]+}}: assertion '{{.*}}' failed
; CHECK-NEXT: This is a bug in Softwarp, not in your program.
; CHECK-NEXT: The module as it was then is in softwarp-bug-retarget.ll: please report it.
; MODULE: target triple = "x86_64
; MODULE: @nothing(
target triple = "nvptx64-nvidia-cuda"

define void @nothing() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @nothing, !"kernel", i32 1}
