; Two units, each with a reference to a static variable by its plain name and the variable by its visible one: each
; reference is to the unit's own variable. What looks alike and is not stays: a name without a hash at its end, a plain
; name that the unit defines, and a visible one that it does not. A const variable that clang has defined under both
; names is one.
; RUN: split-file %s %t
; RUN: %softwarp-cc %t/a.ll %t/b.ll --passes=none --emit=llvm | FileCheck %s

; CHECK-NOT: @_ZL5table =
; CHECK: @other = external addrspace(1) global i32
; CHECK-NOT: @_ZL5table =
; CHECK-NOT: @_ZL4both =
; CHECK: define i32 @of_a()
; CHECK-NEXT: load i32, ptr addrspace(1) @_ZL5table__static__00a1
; CHECK: define ptr @address_in_a()
; CHECK-NEXT: ret ptr addrspacecast (ptr addrspace(4) @_ZN12_GLOBAL__N_1__static__1aE__static__5a23376e9297db52 to ptr)
; CHECK: define i32 @of_other()
; CHECK-NEXT: load i32, ptr addrspace(1) @other
; CHECK: define i32 @of_defined()
; CHECK-NEXT: load i32, ptr addrspace(1) @defined,
; CHECK: define i32 @of_elsewhere()
; CHECK-NEXT: load i32, ptr addrspace(1) @elsewhere,
; CHECK: define ptr @of_both()
; CHECK-NEXT: ret ptr addrspacecast (ptr addrspace(4) @_ZL4both__static__00a1 to ptr)
; CHECK: define i64 @of_b()
; CHECK-NEXT: load i64, ptr addrspace(1) @_ZL5table__static__ffffffffffffffff

;--- a.ll
target triple = "nvptx64-nvidia-cuda"
@_ZL5table = external addrspace(1) global i32
@_ZL5table__static__00a1 = addrspace(1) externally_initialized global i32 1
@_ZN12_GLOBAL__N_1__static__1aE = external addrspace(4) global i32
@_ZN12_GLOBAL__N_1__static__1aE__static__5a23376e9297db52 = addrspace(4) externally_initialized global i32 2
@other = external addrspace(1) global i32
@other__static__words = addrspace(1) externally_initialized global i32 3
@defined = addrspace(1) externally_initialized global i32 4
@defined__static__12 = addrspace(1) externally_initialized global i32 5
@elsewhere = external addrspace(1) global i32
@elsewhere__static__34 = external addrspace(1) global i32
define i32 @of_a() {
  %v = load i32, ptr addrspace(1) @_ZL5table
  ret i32 %v
}
define ptr @address_in_a() {
  ret ptr addrspacecast (ptr addrspace(4) @_ZN12_GLOBAL__N_1__static__1aE to ptr)
}
define i32 @of_other() {
  %v = load i32, ptr addrspace(1) @other
  ret i32 %v
}
define i32 @of_defined() {
  %v = load i32, ptr addrspace(1) @defined
  ret i32 %v
}
define i32 @of_elsewhere() {
  %v = load i32, ptr addrspace(1) @elsewhere
  ret i32 %v
}
@_ZL4both = internal addrspace(4) constant [2 x i32] [i32 6, i32 7]
@_ZL4both__static__00a1 = addrspace(4) externally_initialized constant [2 x i32] [i32 6, i32 7]
define ptr @of_both() {
  ret ptr addrspacecast (ptr addrspace(4) @_ZL4both to ptr)
}
;--- b.ll
target triple = "nvptx64-nvidia-cuda"
@_ZL5table = external addrspace(1) global [2 x i64]
@_ZL5table__static__ffffffffffffffff = addrspace(1) externally_initialized global [2 x i64] [i64 1, i64 2]
define i64 @of_b() {
  %v = load i64, ptr addrspace(1) @_ZL5table
  ret i64 %v
}
