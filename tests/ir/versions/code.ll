; Device code lies in a section of its own, and the runtime is told where it is.
; RUN: %softwarp-cc %s --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @__start_softwarp_code = extern_weak hidden global i8
; CHECK: @__stop_softwarp_code = extern_weak hidden global i8
; CHECK-DAG: define {{.*}}@kernel{{.*}} section "softwarp_code"
; CHECK-DAG: define {{.*}}@waits.{{.*}}.resume({{.*}} section "softwarp_code"
; CHECK-DAG: define {{.*}}@deep({{.*}} section "softwarp_code"
; CHECK-DAG: call void @swrt_register_code(ptr{{.*}} @__start_softwarp_code, ptr{{.*}} @__stop_softwarp_code)

declare void @llvm.nvvm.barrier0()

define void @kernel(ptr %to) {
  %three = call i32 @deep(i32 3)
  store i32 %three, ptr %to
  ret void
}

define void @waits(ptr %to) {
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr %to
  call void @llvm.nvvm.barrier0()
  ret void
}

define i32 @deep(i32 %n) noinline optnone {
  ret i32 %n
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @waits, !"kernel", i32 1}
