; Loads, stores, vectors, volatile accesses, copies and fills get a hook before them: sw.hook(address, other, bytes, name,
; order, function, kind, size, align, scope, flags). What starts from a variable of known size and sufficient alignment says
; which one, but for writes to constants. Private variables, arguments by value and constant tables do not, but
; for variable places in local arrays.
; RUN: %softwarp-cc %s --check --passes=import,instrument --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,instrument --emit=llvm | FileCheck %s --check-prefix=PLAIN
; PLAIN-NOT: sw.hook

target triple = "nvptx64-nvidia-cuda"
@_ZZ6kernelPiE4tile = internal addrspace(3) global [8 x i32] undef, align 4
@_ZN2ns5tableE = addrspace(1) externally_initialized global [8 x i32] zeroinitializer
@dynamic = external addrspace(3) global [4 x i32], align 16
@fixed = addrspace(4) externally_initialized global [4 x i32] zeroinitializer, align 4
@primes = internal constant [3 x i32] [i32 2, i32 3, i32 5]
; CHECK-DAG: @[[TILE:sw.string.*]] = {{.*}}c"tile\00"
; CHECK-DAG: @[[TABLE:sw.string.*]] = {{.*}}c"table\00"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @__nv_sincosf(float, ptr, ptr)

define void @plain(ptr %p, i64 %i) {
; CHECK-LABEL: @plain(
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 0)
; CHECK-NEXT: load i32, ptr %p
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 1, i32 1, i32 0, i32 33)
; CHECK-NEXT: store volatile i8
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 16, i32 16, i32 0, i32 0)
; CHECK-NEXT: load <4 x float>
  %a = load i32, ptr %p, align 4
  store volatile i8 1, ptr %p
  %v = load <4 x float>, ptr %p, align 16
  ret void
}

; The last number: an access that starts from shared memory says so.
define void @named(i64 %i) {
; CHECK-LABEL: @named(
; CHECK: %[[S:.*]] = addrspacecast ptr addrspace(3) %s to ptr
; CHECK: call void @sw.hook(ptr %[[S]], ptr addrspacecast (ptr addrspace(3) @_ZZ6kernelPiE4tile to ptr), i64 32, ptr @[[TILE]], i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 65568)
; CHECK: call void @sw.hook({{.*}}, ptr @[[TABLE]], i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 0)
; CHECK: call void @sw.hook({{.*}} @fixed to ptr), {{.*}} @fixed to ptr), i64 16, {{.*}}, i32 0, i32 0, i32 0, i32 4,
; CHECK: call void @sw.hook({{.*}} @fixed to ptr), ptr null, i64 0, {{.*}}, i32 0, i32 1, i32 1, i32 4,
; CHECK: call void @sw.hook({{.*}} @fixed to ptr), ptr null, i64 0, {{.*}}, i32 0, i32 0, i32 0, i32 8, i32 8,
; CHECK: call void @sw.hook({{.*}} @dynamic to ptr), ptr null, i64 0, {{.*}}, i32 0, i32 0, i32 0, i32 4, i32 4,
  %s = getelementptr i32, ptr addrspace(3) @_ZZ6kernelPiE4tile, i64 %i
  store i32 0, ptr addrspace(3) %s, align 4
  %t = load i32, ptr addrspace(1) @_ZN2ns5tableE, align 4
  %c = load i32, ptr addrspace(4) @fixed, align 4
  store i32 1, ptr addrspace(4) @fixed, align 4
  %d = load i64, ptr addrspace(4) @fixed, align 8
  %e = load i32, ptr addrspace(3) @dynamic, align 4
  ret void
}

define void @moved(ptr %p, ptr %q, i64 %n) {
; CHECK-LABEL: @moved(
; CHECK: call void @sw.hook(ptr %p, ptr %q, i64 %n, ptr null, i32 0, i32 4, i32 5, i32 0, i32 4, i32 0, i32 0)
; CHECK-NEXT: call void @llvm.memcpy
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 64, ptr null, i32 0, i32 5, i32 6, i32 0, i32 1, i32 0, i32 0)
; CHECK-NEXT: call void @llvm.memset
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0)
; CHECK: call void @sw.hook(ptr %q, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0)
; CHECK-NEXT: call void @__nv_sincosf
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 64, i1 false)
  call void @__nv_sincosf(float 1.0, ptr %p, ptr %q)
  ret void
}

define i32 @private(ptr byval(i32) %v, i64 %i) {
; CHECK-LABEL: @private(
; CHECK: load i32, ptr %v
; CHECK-NOT: sw.hook
; CHECK: call void @sw.hook(ptr %at, ptr %a, i64 16, ptr @{{.*}}, i32 0, i32 6, i32 1, i32 4, i32 4, i32 0, i32 0)
; CHECK-NEXT: store i32 %x, ptr %at
; CHECK-NOT: sw.hook
; CHECK: ret
  %a = alloca [4 x i32]
  %x = load i32, ptr %v
  %at = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  store i32 %x, ptr %at, align 4
  %prime = getelementptr i32, ptr @primes, i64 %i
  %y = load i32, ptr %prime
  %third = getelementptr i32, ptr %a, i64 2
  store i32 %y, ptr %third
  %r = load i32, ptr %third
  ret i32 %r
}
