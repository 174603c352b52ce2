; Labels are basic blocks, what is guarded and not only computed is branched around, the end of a thread is a kernel's return.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

;    entry                 entry
;      |                   /   \
;    body --guarded->  trap?  DONE
; CHECK-LABEL: define {{.*}}void @kernel(i32 %a)
; CHECK: icmp eq i32 %a, 0
; CHECK: br i1
; CHECK: ret void
; CHECK: call void @user
; CHECK: ret void
define void @kernel(i32 %a) {
  call void asm sideeffect "{ .reg .pred p; setp.eq.u32 p, $0, 0; @p exit; }", "r"(i32 %a)
  call void @user(i32 %a)
  ret void
}

; A loop.
; CHECK-LABEL: define {{.*}}i32 @loop(i32 %a)
; CHECK: NEXT
; CHECK: phi i32
; CHECK: br i1
define internal i32 @loop(i32 %a) {
  %r = call i32 asm sideeffect "mov.u32 $0, $1; { .reg .pred p; NEXT: shr.u32 $0, $0, 1; setp.gt.u32 p, $0, 5; @p bra NEXT; }", "=r,r"(i32 %a)
  ret i32 %r
}

; The address of a poll is seen by later passes: a volatile load. A store behind a guard is behind a branch.
; CHECK-LABEL: define {{.*}}i32 @poll(ptr %p, i32 %a)
; CHECK: load volatile i32, ptr addrspace(1)
; CHECK: br i1
; CHECK: store i32 %a, ptr
define internal i32 @poll(ptr %p, i32 %a) {
  %r = call i32 asm sideeffect "{ .reg .pred p; ld.volatile.global.u32 $0, [$1]; setp.ne.u32 p, $0, 0; @p st.u32 [$1+4], $2; }", "=r,l,r"(ptr %p, i32 %a)
  ret i32 %r
}

; A vector that others may look at is accessed at one stroke, 16 bytes at a time; a weak one element by element.
; CHECK-LABEL: define {{.*}}void @vectors(ptr %p)
; CHECK: call i128 @__sw_atomic_load_u128_device(ptr
; CHECK-COUNT-2: call i128 @__sw_atomic_load_u128_system(ptr
; CHECK: call i64 @__sw_atomic_load_u64_block(ptr
; CHECK-COUNT-2: load i64, ptr
; CHECK: call void @llvm.nvvm.membar.gl()
; CHECK: call void @__sw_atomic_store_u128_device(ptr
; CHECK: call void @__sw_atomic_store_u64_system(ptr
; CHECK-COUNT-4: store i32 {{.*}}, ptr
define internal void @vectors(ptr %p) {
  call void asm sideeffect "{ .reg .b64 a, b; .reg .b32 c, d, e, f;
    ld.relaxed.gpu.global.v2.u64 {a, b}, [$0];
    ld.volatile.global.v4.u32 {c, d, e, f}, [$0]; ld.cg.v4.u32 {c, d, e, f}, [$0];
    ld.acquire.cta.v2.u32 {c, d}, [$0]; ld.v2.u64 {a, b}, [$0];
    st.release.gpu.v2.u64 [$0], {a, b}; st.volatile.v2.u32 [$0], {c, d}; st.v4.u32 [$0], {c, d, e, f}; }", "l"(ptr %p)
  ret void
}

; Warp operations, barriers and atomics are what the headers' are.
; CHECK-LABEL: define {{.*}}i32 @warp(i32 %a, ptr %p)
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 1, i32 31)
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr
; CHECK: call void @llvm.nvvm.membar.sys()
define internal i32 @warp(i32 %a, ptr %p) {
  %r = call i32 asm sideeffect "shfl.sync.bfly.b32 $0, $1, 1, 31, -1; bar.sync 0; red.global.add.u32 [$2], $0; fence.sc.sys;", "=r,r,l"(i32 %a, ptr %p)
  ret i32 %r
}

; A lane of those that are there is elected. The cluster is the block.
; CHECK-LABEL: define {{.*}}i32 @elect(i32 %a)
; CHECK: %[[THERE:.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 %a, i1 true)
; CHECK: call {{.*}}i32 @llvm.cttz.i32(i32 %[[THERE]], i1 false)
; CHECK: call void @llvm.nvvm.barrier.cluster.arrive()
; CHECK: call void @llvm.nvvm.barrier.cluster.wait()
define internal i32 @elect(i32 %a) {
  %r = call i32 asm sideeffect "{ .reg .pred p; elect.sync $0|p, $1; barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire; }", "=r,r"(i32 %a)
  ret i32 %r
}

; CHECK: call i32 @loop
define internal void @user(i32 %a) {
  %1 = call i32 @loop(i32 %a)
  %2 = call i32 @poll(ptr null, i32 %1)
  %3 = call i32 @warp(i32 %2, ptr null)
  %4 = call i32 @elect(i32 %3)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
