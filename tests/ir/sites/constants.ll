; In check builds constants that are no variables lie in a section of their own, and the runtime is told where it is.
; RUN: %softwarp-cc %s --check --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --emit=llvm | FileCheck %s --check-prefix=PLAIN
; PLAIN-NOT: softwarp_constants

target triple = "nvptx64-nvidia-cuda"
@text = private unnamed_addr constant [3 x i8] c"ab\00"
@variable = addrspace(4) externally_initialized constant i32 3

; CHECK-NOT: @variable{{.*}}section
; CHECK: @text = {{.*}}section "softwarp_constants"
; CHECK: @__start_softwarp_constants = extern_weak hidden global i8
; CHECK: @__stop_softwarp_constants = extern_weak hidden global i8
; CHECK: define internal void @sw.register()
; CHECK: call void @swrt_register_constants(ptr{{.*}} @__start_softwarp_constants, ptr{{.*}} @__stop_softwarp_constants)
; CHECK: call void @swrt_register_module(

define void @kernel(ptr %to, i64 %i) {
  %at = getelementptr i8, ptr @text, i64 %i
  %letter = load i8, ptr %at
  store i8 %letter, ptr %to
  %three = load i32, ptr addrspacecast (ptr addrspace(4) @variable to ptr)
  store i32 %three, ptr %to
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
