; What one lane writes and all read at the same place: it waits before it writes until the others are where the branch
; ends, and they wait there. Not for places of lanes' own, with a barrier between, or where who writes depends on memory:
; that is a lock or a flag. In loops that wait exchanges count, too; reads in one that the write is not in are polls.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@place = internal addrspace(3) global i32 undef
@places = internal addrspace(3) global [32 x i32] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot(i1)
declare void @llvm.nvvm.barrier0()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

define void @fetch(ptr %next) {
; CHECK-LABEL: @fetch(
; CHECK: first:
; CHECK: __sw_atomic_add
; CHECK-NEXT: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: br label %all
; CHECK: all:
; CHECK-NEXT: call void @sw.in.step()
; CHECK-NEXT: load volatile
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %is_first = icmp eq i32 %lane, 0
  br i1 %is_first, label %first, label %all
first:
  %number = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 32)
  store volatile i32 %number, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  br label %all
all:
  %base = load volatile i32, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  ret void
}

; At -O0, a place for each warp, by who answers a vote first.
define void @of_a_warp(ptr %in, i1 %idle) {
; CHECK-LABEL: @of_a_warp(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: all:
; CHECK-NEXT: call void @sw.join()
; CHECK-NEXT: call void @sw.in.step()
; CHECK: ret void
  %variable = alloca ptr
  %answer = alloca i32
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %t, 5
  %address = getelementptr [32 x i32], ptr addrspacecast (ptr addrspace(3) @places to ptr), i32 0, i32 %warp
  store ptr %address, ptr %variable
  %vote = call i32 @llvm.nvvm.vote.ballot(i1 %idle)
  store i32 %vote, ptr %answer
  %a = load i32, ptr %answer
  %is_first = icmp eq i32 %a, 1
  br i1 %is_first, label %first, label %all
first:
  %value = load i32, ptr %in
  %p = load ptr, ptr %variable
  store volatile i32 %value, ptr %p
  br label %all
all:
  %q = load ptr, ptr %variable
  %base = load volatile i32, ptr %q
  ret void
}

define void @of_a_lane() {
; CHECK-LABEL: @of_a_lane(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [32 x i32], ptr addrspacecast (ptr addrspace(3) @places to ptr), i32 0, i32 %t
  %is_less = icmp ult i32 %t, 16
  br i1 %is_less, label %less, label %all
less:
  store volatile i32 1, ptr %own
  br label %all
all:
  %a = load volatile i32, ptr %own
  ret void
}

define void @by_memory(ptr %lock) {
; CHECK-LABEL: @by_memory(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %found = call i32 @__sw_atomic_add_i32_device(ptr %lock, i32 1)
  %is_first = icmp eq i32 %found, 0
  br i1 %is_first, label %first, label %all
first:
  store volatile i32 1, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  br label %all
all:
  %a = load volatile i32, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  ret void
}

define void @with_a_barrier() {
; CHECK-LABEL: @with_a_barrier(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_first = icmp eq i32 %t, 0
  br i1 %is_first, label %first, label %all
first:
  store volatile i32 1, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  br label %all
all:
  call void @llvm.nvvm.barrier0()
  %a = load volatile i32, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  ret void
}

define void @only_first() {
; CHECK-LABEL: @only_first(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_first = icmp eq i32 %t, 0
  br i1 %is_first, label %first, label %all
first:
  store volatile i32 1, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  %a = load volatile i32, ptr addrspacecast (ptr addrspace(3) @place to ptr)
  br label %all
all:
  ret void
}

define void @in_a_loop_that_waits(ptr %flag, i64 %t) {
; CHECK-LABEL: @in_a_loop_that_waits(
; CHECK: loop:
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step.end(i32 1)
; CHECK: ret void
entry:
  %own = getelementptr [32 x i32], ptr addrspacecast (ptr addrspace(3) @places to ptr), i64 0, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %loop
loop:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  %b = load volatile i32, ptr %flag
  %more = icmp eq i32 %b, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @fetch, !"kernel", i32 1}
!1 = !{ptr @of_a_warp, !"kernel", i32 1}
!2 = !{ptr @of_a_lane, !"kernel", i32 1}
!3 = !{ptr @by_memory, !"kernel", i32 1}
!4 = !{ptr @with_a_barrier, !"kernel", i32 1}
!5 = !{ptr @only_first, !"kernel", i32 1}
!6 = !{ptr @in_a_loop_that_waits, !"kernel", i32 1}
