; What a GPU copies by itself is done at once, and then the mbarrier's bytes are taken off, with release; what is reduced is a
; loop of relaxed atomics. Groups of copies, policies and fences between proxies leave nothing.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}void @copies(ptr %from, i32 %to, i32 %size, i32 %b)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %{{.*}}, ptr align 16 %from, i64 %{{.*}}, i1 false)
; CHECK: %[[bytes:.*]] = shl {{.*}}i64 %{{.*}}, 40
; CHECK: fence release
; CHECK-NEXT: call i64 @__sw_atomic_sub_u64_block(ptr %{{.*}}, i64 %[[bytes]])
; CHECK: call void @__sw_atomic_store_u64_block
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %from, ptr align 16 %{{.*}}, i64 %{{.*}}, i1 false)
; CHECK-NOT: call
; CHECK: ret void
define internal void @copies(ptr %from, i32 %to, i32 %size, i32 %b) {
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$0], $2, [$3];
    cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2; fence.proxy.async.shared::cta;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 1; cp.async.bulk.wait_group 0;", "l,r,r,r,~{memory}"(ptr %from, i32 %to, i32 %size, i32 %b)
  ret void
}

;     body
;    /    \   \
;   |  reduce--'
;    \    /
;    reduced
; CHECK-LABEL: define {{.*}}void @reductions(ptr %to, i32 %from, i32 %size)
; CHECK: phi i64
; CHECK: load i32, ptr addrspace(3)
; CHECK: call i32 @__sw_atomic_add_u32_device(ptr %{{.*}}, i32 %{{.*}})
; CHECK: br i1
define internal void @reductions(ptr %to, i32 %from, i32 %size) {
  call void asm sideeffect "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [$0], [$1], $2;", "l,r,r,~{memory}"(ptr %to, i32 %from, i32 %size)
  ret void
}

; A vector's bytes are taken off at once.
; CHECK-LABEL: define {{.*}}void @stores(i32 %to, i64 %x, i32 %b)
; CHECK-COUNT-2: store i64 %x, ptr addrspace(3)
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %{{.*}}, i64 17592186044416)
; CHECK: call i32 @__sw_atomic_add_u32_device
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %{{.*}}, i64 4398046511104)
; CHECK: call void @llvm.memset.p0.i64(ptr align 8 %{{.*}}, i8 0, i64 %x, i1 false)
define internal void @stores(i32 %to, i64 %x, i32 %b) {
  call void asm sideeffect "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [$0], {$1, $1}, [$2];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [$0], 1, [$2];
    st.bulk.weak.shared::cta [$0], $1, 0;", "r,l,r,~{memory}"(i32 %to, i64 %x, i32 %b)
  ret void
}

; No block is called off: the answer, 16 bytes of zeros, says so.
; CHECK-LABEL: define {{.*}}i32 @cancels(i32 %to, i32 %b, i64 %x)
; CHECK: call void @llvm.memset
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %{{.*}}, i64 17592186044416)
; CHECK: ret i32 0
define internal i32 @cancels(i32 %to, i32 %b, i64 %x) {
  %r = call i32 asm sideeffect "{ .reg .b128 a; .reg .pred p; mov.b128 a, {$3, $3};
    clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$1], [$2];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, a; selp.b32 $0, 1, 0, p; }", "=r,r,r,l,~{memory}"(i32 %to, i32 %b, i64 %x)
  ret i32 %r
}
