; Parameters, static shared memory and constants that no GPU has room for are errors; what just fits is not.
; RUN: %softwarp-cc %s --passes=import,retarget,globals,limits --arch=90 --emit=llvm -o %t.out
; RUN: not %softwarp-cc %s --passes=import,retarget,globals,limits --arch=60 --emit=llvm -o %t.out 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: sed 's/x i32\]/x i64]/' %s > %t.ll
; RUN: not %softwarp-cc %t.ll --passes=import,retarget,globals,limits --arch=90 --emit=llvm -o %t.out 2>&1 | FileCheck %s --check-prefix=LARGE
; OLD: error: the parameters of kernel 'kernel' take 32764 bytes; 4096 is the most below sm_70
; OLD-NOT: error:
; LARGE: error: the parameters of kernel 'kernel' take 65528 bytes; 32764 is the most
; LARGE: error: the __shared__ variables of kernel 'kernel' take 98304 bytes; 49152 is the most
; LARGE: error: the __constant__ variables take 131072 bytes; 65536 is the most (the largest is 'second', with 98304)
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [12288 x i32] undef, align 4
@first = addrspace(4) externally_initialized global [4096 x i32] zeroinitializer, align 4
@second = addrspace(4) externally_initialized global [12288 x i32] zeroinitializer, align 4

define void @kernel(ptr byval([8191 x i32]) align 4 %many) {
  %at = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 4
  %a = load i32, ptr addrspacecast (ptr addrspace(4) @first to ptr), align 4
  %b = load i32, ptr addrspacecast (ptr addrspace(4) @second to ptr), align 4
  %sum = add i32 %a, %b
  store i32 %sum, ptr %at, align 4
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
