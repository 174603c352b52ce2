; Shared memory of the cluster's other blocks: addresses count from the first block's, each block's is 2^log bytes long. Where
; nothing names it, addresses count from the block's own.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}i32 @map(i32 %a, i32 %rank)
; CHECK: %[[log:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.shared_log()
; CHECK: shl nsw i32 -1, %[[log]]
; CHECK: and i32 {{.*}}%a
; CHECK: shl i32 %rank, %{{.*}}
; CHECK: or i32
; CHECK: ret i32
define internal i32 @map(i32 %a, i32 %rank) {
  %r = call i32 asm "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %rank)
  ret i32 %r
}

; CHECK-LABEL: define {{.*}}i32 @rank_of(i64 %p)
; CHECK: load {{.*}}!invariant.load
; CHECK: and i32 %{{.*}}, 67108863
; CHECK: lshr i32
define internal i32 @rank_of(i64 %p) {
  %r = call i32 asm "getctarank.u64 $0, $1;", "=r,l"(i64 %p)
  ret i32 %r
}

;      loop ---.
;     /    \    |
; copy  ->  next
; CHECK-LABEL: define {{.*}}void @multicast(
; CHECK: phi i32
; CHECK: call void @llvm.memcpy
; CHECK: call i64 @__sw_atomic_sub_u64_block
; CHECK: ret void
define internal void @multicast(i32 %to, ptr %from, i32 %b, i16 %mask) {
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], 64, [$2], $3;", "r,l,r,h,~{memory}"(i32 %to, ptr %from, i32 %b, i16 %mask)
  ret void
}
