; const objects with mutable members: clang's optimiser takes it that nobody changes them. Those that no code uses, what is
; declared __constant__, and plain constants are fine.
; RUN: not %softwarp-cc %s --passes=import --emit=llvm 2>&1 | FileCheck %s
; CHECK: error: 'cache' is const and has mutable members, which device code may change: that is not supported; leave out const
; CHECK-NEXT: error: 'seen' is const and has mutable members
; CHECK-NOT: error:
target triple = "nvptx64-nvidia-cuda"
%struct.Cache = type { i32, i32 }
@_ZL5cache = internal addrspace(4) global [2 x %struct.Cache] zeroinitializer
@_ZL4seen__static__00a1 = addrspace(4) externally_initialized global %struct.Cache zeroinitializer
@_ZL6unused = internal addrspace(4) global %struct.Cache zeroinitializer
@_ZL5table = internal addrspace(4) constant %struct.Cache zeroinitializer
@_ZL6number = internal addrspace(4) global i32 1
@_ZL8declared = internal addrspace(4) global %struct.Cache zeroinitializer
@visible = addrspace(4) externally_initialized global %struct.Cache zeroinitializer
@.str = private constant [12 x i8] c"sw.constant\00", section "llvm.metadata"
@.file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(4) @_ZL8declared to ptr), ptr @.str, ptr @.file, i32 1, ptr null }], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(4) @_ZL6unused to ptr)], section "llvm.metadata"
define i32 @read() {
  %a = load i32, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(4) @_ZL5cache to ptr), i64 4)
  %b = load i32, ptr addrspace(4) @_ZL4seen__static__00a1
  %c = load i32, ptr addrspace(4) @_ZL5table
  %d = load i32, ptr addrspace(4) @_ZL6number
  %e = load i32, ptr addrspace(4) @_ZL8declared
  %f = load i32, ptr addrspace(4) @visible
  ret i32 %f
}
