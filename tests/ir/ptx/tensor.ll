; A copy by a tensor map is one call of a function that the runtime has: the map, its first word, shared memory, what the
; instruction says (mode, rank, direction, operation: four bits each), offsets, coordinates. What it returns are the bytes that
; the mbarrier is told. Reductions go from piece to piece, with an atomic operation for each element.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,assembly --check --emit=llvm | FileCheck %s --check-prefix=CHECKED
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define {{.*}}void @load(ptr %map, i32 %to, i32 %b, i32 %x, i32 %y)
; CHECK: %[[head:.*]] = load i64, ptr %map
; CHECK: %[[bytes:.*]] = call i32 @__sw_tensor_copy(ptr {{.*}}%map, i64 %[[head]], ptr %{{.*}}, i32 32, i64 0, i32 %x, i32 %y, i32 0, i32 0, i32 0)
; CHECK: zext {{.*}}i32 %[[bytes]] to i64
; CHECK: call i64 @__sw_atomic_sub_u64_block

; Where each access is to be seen, it is made here.
; CHECKED-LABEL: define {{.*}}void @load(ptr %map, i32 %to, i32 %b, i32 %x, i32 %y)
; CHECKED: call i64 @__sw_tensor_pieces(ptr %{{.*}}, i64 %{{.*}}, ptr %{{.*}}, i32 32, i64 0, i32 %x, i32 %y, i32 0, i32 0, i32 0)
; CHECKED: %[[number:.*]] = phi i32
; CHECKED: call { i64, i64 } @__sw_tensor_piece({{.*}}, i32 %[[number]])
; CHECKED: call void @llvm.memcpy.p0.p0.i64
; CHECKED: call void @llvm.memset.p0.i64
; CHECKED: call void @__sw_tensor_finish
define internal void @load(ptr %map, i32 %to, i32 %b, i32 %x, i32 %y) {
  call void asm sideeffect "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$0, {$3, $4}], [$2];",
    "l,r,r,r,r,~{memory}"(ptr %map, i32 %to, i32 %b, i32 %x, i32 %y)
  ret void
}

; CHECK-LABEL: define {{.*}}void @pixels(ptr %map, i32 %to, i32 %b, i32 %c, i16 %w, i16 %h)
; CHECK: %[[w:.*]] = zext i16 %w to i64
; CHECK: %[[h:.*]] = zext i16 %h to i64
; CHECK: %[[high:.*]] = shl {{.*}}i64 %[[h]], 16
; CHECK: %[[both:.*]] = or {{.*}}i64 %[[high]], %[[w]]
; CHECK: call i32 @__sw_tensor_copy(ptr {{.*}}%map, i64 %{{.*}}, ptr %{{.*}}, i32 65, i64 %[[both]], i32 %c, i32 1, i32 2, i32 3, i32 0)
define internal void @pixels(ptr %map, i32 %to, i32 %b, i32 %c, i16 %w, i16 %h) {
  call void asm sideeffect "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [$1], [$0, {$3, 1, 2, 3}], [$2], {$4, $5};",
    "l,r,r,r,h,h,~{memory}"(ptr %map, i32 %to, i32 %b, i32 %c, i16 %w, i16 %h)
  ret void
}

; CHECK-LABEL: define {{.*}}void @store(ptr %map, i32 %from, i32 %x)
; CHECK: call i32 @__sw_tensor_copy(ptr {{.*}}%map, i64 %{{.*}}, ptr %{{.*}}, i32 272, i64 0, i32 %x, i32 0, i32 0, i32 0, i32 0)
; CHECK-NOT: call
; CHECK: ret void
define internal void @store(ptr %map, i32 %from, i32 %x) {
  call void asm sideeffect "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [$0, {$2}], [$1]; cp.async.bulk.prefetch.tensor.1d.L2.global [$0, {$2}];
    prefetch.tensormap [$0];", "l,r,r,~{memory}"(ptr %map, i32 %from, i32 %x)
  ret void
}

; CHECK-LABEL: define {{.*}}void @reduce(ptr %map, i32 %from, i32 %x)
; CHECK: call i64 @__sw_tensor_pieces(ptr {{.*}}%map, i64 %{{.*}}, ptr %{{.*}}, i32 12816, i64 0, i32 %x, i32 0, i32 0, i32 0, i32 0)
; CHECK: call { i64, i64 } @__sw_tensor_piece
; CHECK: call i32 @__sw_atomic_inc_u32_device
; CHECK: ret void
define internal void @reduce(ptr %map, i32 %from, i32 %x) {
  call void asm sideeffect "cp.reduce.async.bulk.tensor.1d.global.shared::cta.inc.bulk_group [$0, {$2}], [$1];", "l,r,r,~{memory}"(ptr %map, i32 %from, i32 %x)
  ret void
}

; CHECK-LABEL: define {{.*}}void @replace(ptr %map, i64 %x)
; CHECK: call void @__sw_tensor_replace(ptr %map, i32 0, i32 0, i64 %x)
; CHECK: call void @__sw_tensor_replace(ptr %map, i32 9, i32 2, i64 %x)
; CHECK: call void @__sw_tensor_replace(ptr %map, i32 4, i32 0, i64 3)
define internal void @replace(ptr %map, i64 %x) {
  call void asm sideeffect "tensormap.replace.tile.global_address.global.b1024.b64 [$0], $1; tensormap.replace.tile.global_stride.global.b1024.b64 [$0], 2, $1;
    tensormap.replace.tile.swizzle_mode.global.b1024.b32 [$0], 3;", "l,l,~{memory}"(ptr %map, i64 %x)
  ret void
}
