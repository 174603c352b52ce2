; After a barrier everybody reads sums[0], and behind it, with no barrier between, something writes to sums: those who
; have read give way to the others first. With a barrier, of another variable, by some threads only: nothing.
;
;   barrier, load ──► [some] store ──► ...
; RUN: %softwarp-cc %s --passes=broadcasts --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@sums = internal addrspace(3) global [32 x float] undef
@others = internal addrspace(3) global [32 x float] undef

declare void @llvm.nvvm.barrier0()

define float @in_one_bb(i64 %warp, float %next) {
; CHECK-LABEL: @in_one_bb(
; CHECK: %sum = load float
; CHECK-NEXT: %twice = fadd
; CHECK-NEXT: %own =
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: store float
; CHECK-NOT: sw.give.way
; CHECK: ret float
  call void @llvm.nvvm.barrier0()
  %sum = load float, ptr addrspacecast (ptr addrspace(3) @sums to ptr)
  %twice = fadd float %next, %next
  %own = getelementptr float, ptr addrspacecast (ptr addrspace(3) @sums to ptr), i64 %warp
  store float %twice, ptr %own
  store float %twice, ptr %own
  ret float %sum
}

define float @under_a_condition(i64 %warp, float %next, i1 %first) {
; CHECK-LABEL: @under_a_condition(
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK-NEXT: %sum = load float
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: br i1 %first
; CHECK-NOT: sw.give.way
; CHECK: ret float
  call void @llvm.nvvm.barrier0()
  %sum = load float, ptr addrspace(3) @sums
  br i1 %first, label %some, label %end
some:
  %own = getelementptr float, ptr addrspace(3) @sums, i64 %warp
  store float %next, ptr addrspace(3) %own
  br label %end
end:
  ret float %sum
}

; One thread writes the sum between the barrier and the read; everybody comes to the read.
define float @around_a_condition(float %next, i1 %first, i1 %some) {
; CHECK-LABEL: @around_a_condition(
; CHECK: join:
; CHECK-NEXT: %sum = load float
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: br i1 %some
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %one, label %join
one:
  store float %next, ptr addrspace(3) @others
  br label %join
join:
  %sum = load float, ptr addrspace(3) @sums
  br i1 %some, label %write, label %end
write:
  store float %next, ptr addrspace(3) @sums
  br label %end
end:
  ret float %sum
}

; The loop's next turn writes what this one has read.
define void @next_turn(i1 %first, i32 %piece) {
; CHECK-LABEL: @next_turn(
; CHECK: %now = load float
; CHECK-NEXT: %is_last =
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: br i1 %is_last
entry:
  br label %turn
turn:
  br i1 %first, label %fetch, label %meet
fetch:
  store float 1.0, ptr addrspace(3) @sums
  br label %meet
meet:
  call void @llvm.nvvm.barrier0()
  %now = load float, ptr addrspace(3) @sums
  %is_last = fcmp ogt float %now, 9.0
  br i1 %is_last, label %end, label %turn
end:
  ret void
}

define float @with_a_barrier(i64 %warp, float %next) {
; CHECK-LABEL: @with_a_barrier(
; CHECK-NOT: sw.give.way
; CHECK: ret float
  call void @llvm.nvvm.barrier0()
  %sum = load float, ptr addrspace(3) @sums
  call void @llvm.nvvm.barrier0()
  %own = getelementptr float, ptr addrspace(3) @sums, i64 %warp
  store float %next, ptr addrspace(3) %own
  ret float %sum
}

define float @of_something_else(i64 %warp, float %next) {
; CHECK-LABEL: @of_something_else(
; CHECK-NOT: sw.give.way
; CHECK: ret float
  call void @llvm.nvvm.barrier0()
  %sum = load float, ptr addrspace(3) @sums
  %other = getelementptr float, ptr addrspace(3) @others, i64 %warp
  store float %next, ptr addrspace(3) %other
  store float %next, ptr addrspace(3) getelementptr (float, ptr addrspace(3) @sums, i64 1)
  ret float %sum
}

define void @own_places(i64 %thread) {
; CHECK-LABEL: @own_places(
; CHECK-NOT: sw.give.way
; CHECK: ret void
  call void @llvm.nvvm.barrier0()
  %own = getelementptr float, ptr addrspace(3) @sums, i64 %thread
  %sum = load float, ptr addrspace(3) %own
  store float %sum, ptr addrspace(3) %own
  ret void
}

; Thread 0 alone reads and writes.
define void @by_some(i1 %first) {
; CHECK-LABEL: @by_some(
; CHECK-NOT: sw.give.way
; CHECK: ret void
  call void @llvm.nvvm.barrier0()
  br i1 %first, label %one, label %end
one:
  %sum = load float, ptr addrspace(3) @sums
  %twice = fadd float %sum, %sum
  store float %twice, ptr addrspace(3) @sums
  br label %end
end:
  ret void
}

declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
declare i32 @__sw_atomic_exch_i32_block(ptr, i32)

; Copies and atomics write, too; to another variable, or to global memory, they do not.
define float @otherwise(ptr %p, i64 %warp) {
; CHECK-LABEL: @otherwise(
; CHECK: %sum = load float
; CHECK: call void @llvm.memcpy{{.*}}@others
; CHECK-NEXT: store float 0.000000e+00, ptr %p
; CHECK-NEXT: %own =
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: call void @llvm.memcpy
; CHECK: %again = load float
; CHECK-NEXT: call void @sw.give.way()
; CHECK-NEXT: call i32 @__sw_atomic_exch_i32_block(
; CHECK-NOT: sw.give.way
; CHECK: ret float
  call void @llvm.nvvm.barrier0()
  %sum = load float, ptr addrspace(3) @sums
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) @others, ptr %p, i64 4, i1 false)
  store float 0.0, ptr %p
  %own = getelementptr float, ptr addrspace(3) @sums, i64 %warp
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) %own, ptr %p, i64 4, i1 false)
  call void @llvm.nvvm.barrier0()
  %again = load float, ptr addrspace(3) @sums
  call i32 @__sw_atomic_exch_i32_block(ptr addrspacecast (ptr addrspace(3) @sums to ptr), i32 0)
  %both = fadd float %sum, %again
  ret float %both
}
