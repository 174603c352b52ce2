; A kernel that is not to be inlined (the program's word, or a unit compiled with -O0) is the body of its loop all the same.
; RUN: %softwarp-cc %s --passes=import,context,lockstep,services,requests,variants --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s -o %t.o
target triple = "nvptx64-nvidia-cuda"

define void @work(ptr %p) #0 {
  store i32 1, ptr %p
  ret void
}
attributes #0 = { noinline }
!nvvm.annotations = !{!0}
!0 = !{ptr @work, !"kernel", i32 1}

; CHECK: define internal void @work(ptr {{.*}}) #[[BODY:[0-9]+]]
; CHECK: attributes #[[BODY]] = { alwaysinline
; CHECK-NOT: noinline
