; Atomic operations with scope and order, fences, waits. Order is what __sw_ordered and __sw_fence say in C++'s numbers,
; never LLVM's; both are gone afterwards.
; RUN: %softwarp-cc %s --check --passes=import,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_cas_u32_block(ptr, i32, i32)
declare i64 @__sw_atomic_load_u64_system(ptr)
declare void @__sw_atomic_store_u64_device(ptr, i64)
declare ptr @__sw_ordered(ptr, i32)
declare void @__sw_fence(i32, i32)
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.sys()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @__sw_grid_sync()
declare void @sw.yield()

define i32 @atomics(ptr %p, i32 %order) {
; CHECK-LABEL: @atomics(
; A reduction (4) in device scope (3), relaxed (1), of which no order can be said (1 << 19); the same with its result used is a
; read-modify-write (2).
; CHECK-NEXT: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 1, i32 2, i32 4, i32 4, i32 4, i32 3, i32 524288)
; CHECK-NEXT: call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
; CHECK-NEXT: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 1, i32 2, i32 2, i32 4, i32 4, i32 3, i32 524288)
; CHECK-NEXT: %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 2)
; Whether a compare-and-swap (3) did swap is told behind it.
; CHECK-NEXT: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 1, i32 2, i32 3, i32 4, i32 4, i32 1, i32 524288)
; CHECK-NEXT: %found = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 7, i32 8)
; CHECK-NEXT: %[[SAME:.*]] = icmp eq i32 %found, 7
; CHECK-NEXT: %[[BITS:.*]] = zext i1 %[[SAME]] to i64
; CHECK-NEXT: call void @sw.hook(ptr %p, ptr null, i64 %[[BITS]], ptr null, i32 1, i32 3, i32 3, i32 4, i32 4, i32 1, i32 524288)
; CHECK-NOT: __sw_ordered
; An acquire (2) load of the system's (4).
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 2, i32 2, i32 0, i32 8, i32 8, i32 4, i32 0)
; CHECK-NEXT: call i64 @__sw_atomic_load_u64_system(ptr %p)
; An order that is not known.
; CHECK: %[[ORDER:.*]] = select i1 %{{.*}}, i32 1, i32 %{{.*}}
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 %[[ORDER]], i32 2, i32 1, i32 8, i32 8, i32 3, i32 0)
; CHECK-NEXT: call void @__sw_atomic_store_u64_device(ptr %p, i64 5)
  call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 2)
  %found = call i32 @__sw_atomic_cas_u32_block(ptr %p, i32 7, i32 8)
  %acquire = call ptr @__sw_ordered(ptr %p, i32 2)
  %l = call i64 @__sw_atomic_load_u64_system(ptr %acquire)
  %some = call ptr @__sw_ordered(ptr %p, i32 %order)
  call void @__sw_atomic_store_u64_device(ptr %some, i64 5)
  ret i32 %old
}

define i32 @of_clang(ptr %p) {
; CHECK-LABEL: @of_clang(
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 1, i32 2, i32 2, i32 4, i32 4, i32 3, i32 524288)
; CHECK-NEXT: atomicrmw add
; CHECK: call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 2, i32 2, i32 0, i32 4, i32 4, i32 4, i32 0)
; CHECK-NEXT: load atomic
  %old = atomicrmw add ptr %p, i32 1 seq_cst
  %l = load atomic i32, ptr %p acquire, align 4
  ret i32 %old
}

define void @fences() {
; CHECK-LABEL: @fences(
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 5, i32 7, i32 7, i32 0, i32 0, i32 1, i32 0)
; CHECK-NEXT: call void @llvm.nvvm.membar.cta()
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 5, i32 7, i32 7, i32 0, i32 0, i32 3, i32 0)
; CHECK-NEXT: call void @llvm.nvvm.membar.gl()
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 5, i32 7, i32 7, i32 0, i32 0, i32 4, i32 0)
; CHECK-NEXT: call void @llvm.nvvm.membar.sys()
; CHECK-NEXT: call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 4, i32 7, i32 7, i32 0, i32 0, i32 2, i32 0)
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.membar.sys()
  call void @__sw_fence(i32 4, i32 2)
  ret void
}

define void @waits() {
; CHECK-LABEL: @waits(
; CHECK-NEXT: call void @sw.hook({{.*}} i32 8, i32 8, i32 0, i32 0, i32 0, i32 0)
; CHECK-NEXT: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: call void @sw.hook({{.*}} i32 8, i32 9, i32 0, i32 0, i32 0, i32 0)
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
; CHECK-NEXT: call void @sw.hook({{.*}} i32 8, i32 10, i32 0, i32 0, i32 0, i32 0)
; CHECK-NEXT: call void @__sw_grid_sync()
; CHECK-NEXT: call void @sw.hook({{.*}} i32 8, i32 11, i32 0, i32 0, i32 0, i32 0)
; CHECK-NEXT: call void @sw.yield()
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @__sw_grid_sync()
  call void @sw.yield()
  ret void
}
