; In check builds shared and device variables have red zones between them: 32 bytes and more; they start at multiples of
; 8. What programs are told of shared memory, and limits, count the variables alone.
; RUN: %softwarp-cc %s --check --passes=import,globals,context --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,globals,context --emit=llvm | FileCheck %s --check-prefix=PLAIN
; RUN: %softwarp-cc %s --check --emit=llvm | FileCheck %s --check-prefix=TABLE

target triple = "nvptx64-nvidia-cuda"
@_ZZ6kernelvE1a = internal addrspace(3) global [4 x i32] undef, align 4
@_ZZ6kernelvE1b = internal addrspace(3) global [64 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x i32], align 4
@first = addrspace(1) externally_initialized global i32 7, align 4
@second = addrspace(1) externally_initialized global [2 x i32] zeroinitializer, align 4

define void @kernel() {
; CHECK-LABEL: define void @kernel(
; CHECK-DAG: getelementptr inbounds i8, ptr %shared, i64 0
; CHECK-DAG: getelementptr inbounds i8, ptr %shared{{.*}}, i64 48
; CHECK-DAG: getelementptr inbounds i8, ptr %shared{{.*}}, i64 368
; CHECK-DAG: getelementptr inbounds i8, ptr %image{{.*}}, i64 32
; CHECK-DAG: getelementptr inbounds i8, ptr %image{{.*}}, i64 72
; PLAIN-LABEL: define void @kernel(
; PLAIN-DAG: getelementptr inbounds i8, ptr %shared{{.*}}, i64 16
; PLAIN-DAG: getelementptr inbounds i8, ptr %shared{{.*}}, i64 272
; PLAIN-DAG: getelementptr inbounds i8, ptr %image{{.*}}, i64 4
  store i32 0, ptr addrspacecast (ptr addrspace(3) @_ZZ6kernelvE1a to ptr)
  store i32 1, ptr addrspacecast (ptr addrspace(3) @_ZZ6kernelvE1b to ptr)
  store i32 2, ptr addrspacecast (ptr addrspace(3) @dynamic to ptr)
  store i32 3, ptr addrspacecast (ptr addrspace(1) @first to ptr)
  store i32 4, ptr addrspacecast (ptr addrspace(1) @second to ptr)
  ret void
}

; TABLE-DAG: @sw.image = {{.*}}[112 x i8]
; TABLE-DAG: @sw.kernels = {{.*}}i32 368, i32 0, i32 0, i32 0, i32 0, i32 49, i32 90, i32 96, i32 2, {{.*}} }
; TABLE-DAG: @sw.shared.vars = {{.*}}[{ ptr, i32, i32 } { ptr @{{.*}}, i32 0, i32 16 }, { ptr, i32, i32 } { ptr @{{.*}}, i32 48, i32 256 }]

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
