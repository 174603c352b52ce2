; Constants that name variables, themselves or by way of another constant: of device variables they lie in the image, as
; each device has its own; of shared and managed ones a function that uses them fills in local copies. Others stay.
; RUN: %softwarp-cc %s --passes=import,globals --emit=llvm | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@x = addrspace(1) externally_initialized global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@direct = internal addrspace(4) constant [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @x to ptr)], align 8
@by_another = internal addrspace(4) constant [2 x ptr] [ptr null, ptr addrspacecast (ptr addrspace(4) @direct to ptr)], align 8
@tile = internal addrspace(3) global [4 x i32] undef, align 4
@rows = internal addrspace(4) constant [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @tile to ptr)], align 8
@rows_by_another = internal constant { i32, ptr } { i32 7, ptr addrspacecast (ptr addrspace(4) @rows to ptr) }, align 8
@numbers = internal addrspace(4) constant [2 x i32] [i32 3, i32 4], align 4
@names_numbers = internal addrspace(4) constant ptr addrspacecast (ptr addrspace(4) @numbers to ptr), align 8

; CHECK-DAG: @numbers = internal addrspace(4) constant
; CHECK-DAG: @names_numbers = internal addrspace(4) constant ptr
; CHECK-NOT: @direct =
; CHECK-NOT: @by_another =
; CHECK-DAG: @sw.image.init = {{.*}} <{ [4 x i32] [i32 1, i32 2, i32 3, i32 4], [1 x ptr] [ptr @sw.image], [2 x ptr] [ptr null, ptr getelementptr (i8, ptr @sw.image, i64 16)] }>

; CHECK-LABEL: define void @kernel(
; CHECK-DAG: %[[FIRST:table.*]] = alloca { i32, ptr }, align 8
; CHECK-DAG: %[[SECOND:table.*]] = alloca [1 x ptr], align 8
; CHECK-DAG: %rows = addrspacecast ptr %[[SECOND]] to ptr addrspace(4)
; CHECK-DAG: %[[ROWS:.*]] = addrspacecast ptr addrspace(4) %rows to ptr
; CHECK-DAG: %[[SEVEN:.*]] = getelementptr inbounds i8, ptr %[[FIRST]], i64 0
; CHECK-DAG: store i32 7, ptr %[[SEVEN]]
; CHECK-DAG: %[[MEMBER:.*]] = getelementptr inbounds i8, ptr %[[FIRST]], i64 8
; CHECK-DAG: store ptr %[[ROWS]], ptr %[[MEMBER]]
; CHECK-NOT: @rows
; CHECK: ret void
define void @kernel(ptr %out) {
  %a = load ptr, ptr addrspace(4) @by_another
  store volatile ptr %a, ptr %out
  %b = load { i32, ptr }, ptr @rows_by_another
  store volatile { i32, ptr } %b, ptr %out
  %c = load ptr, ptr addrspace(4) @names_numbers
  store volatile ptr %c, ptr %out
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
