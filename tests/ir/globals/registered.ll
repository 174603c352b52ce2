; What the host object registers of const variables lies in the image, used or not, under the name that the host has for
; it; what is read with a known index was folded before. The rest of what clang was told to keep is nobody's. What the host
; object takes from another one is a declaration, though clang made a definition of it. Kernels whose stub is no other
; object's are marked, and the kernel table says so (its flags: 256).
; RUN: split-file %s %t
; RUN: %softwarp-cc %t/unit.ll --registered=%t/names --stop-after=globals --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %t/unit.ll --registered=%t/names --passes=none --emit=llvm | FileCheck %s --check-prefix=LOADED
; RUN: %softwarp-cc %t/unit.ll --registered=%t/names --emit=llvm | FileCheck %s --check-prefix=TABLE
; CHECK: @sw.image = internal global [24 x i8]
; CHECK: @sw.image.init = internal global <{ [2 x i32], i32, [4 x i8], i64 }> <{ [2 x i32] [i32 4, i32 5], i32 6, [4 x i8] zeroinitializer, i64 7 }>
; CHECK-NOT: @_ZL5other
; LOADED-DAG: @_ZL5table = internal addrspace(4) constant [2 x i32] [i32 4, i32 5], {{.*}}!sw.registered
; LOADED-DAG: @_ZL3one__static__00a1 = {{.*}}addrspace(4) constant i32 6, {{.*}}!sw.registered
; LOADED-DAG: @everywhere = weak_odr {{.*}}addrspace(4) externally_initialized constant i64 7, {{.*}}!sw.registered
; LOADED-DAG: @limit = external addrspace(1) global i32
; LOADED-DAG: define void @_Z1kPi({{.*}} !sw.own_stub
; TABLE: @sw.kernels = {{.*}} i32 256, i32 90, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0 }]
; LOADED-NOT: @_ZL5other
; LOADED-NOT: @of_a_header

;--- names
_Z1kPi
_ZL5table
_ZL3one__static__00a1
everywhere
_ZL7missing
-limit
-cosf
=_Z1kPi
=_Z7missingPi
;--- unit.ll
target triple = "nvptx64-nvidia-cuda"
@_ZL5table = internal addrspace(4) constant [2 x i32] [i32 4, i32 5], align 4
@_ZL3one = internal addrspace(4) constant i32 6, align 4
@everywhere = linkonce_odr addrspace(4) externally_initialized constant i64 7, align 8
@of_a_header = linkonce_odr addrspace(4) externally_initialized constant i64 8, align 8
@_ZL5other = internal addrspace(4) constant [2 x i32] [i32 9, i32 10], align 4
@_ZL6others = internal addrspace(4) constant ptr addrspacecast (ptr addrspace(4) @_ZL5other to ptr), align 8
@limit = addrspace(1) externally_initialized global i32 0, align 4
@llvm.compiler.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(4) @_ZL5table to ptr), ptr addrspacecast (ptr addrspace(4) @_ZL5other to ptr)], section "llvm.metadata"

define void @_Z1kPi(ptr %out, i64 %i) {
  %at = getelementptr [2 x i32], ptr addrspace(4) @_ZL5table, i64 0, i64 %i
  %value = load i32, ptr addrspace(4) %at
  store i32 %value, ptr %out
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @_Z1kPi, !"kernel", i32 1}
