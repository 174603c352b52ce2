; Barriers with phases are atomics as in include/cuda/softwarp/libcu/phases.h: a subtraction, and the last to arrive stores the
; next phase, less what lanes behind it have taken already; who looks in vain lets others run. In check builds the orders stand about the addresses.
; RUN: %softwarp-cc %s --passes=import,assembly --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --passes=import,assembly --check --emit=llvm | FileCheck %s --check-prefix=CHECKED
target triple = "nvptx64-nvidia-cuda"

;      arrive
;      |    \
;      |    over
;      |    |   \
;      |   next  apart: stopped, if someone behind the end wants to know which phase he is of
;      \    |
;       arrived
; CHECK-LABEL: define {{.*}}i64 @arrive(ptr %p)
; CHECK: %[[before:.*]] = call i64 @__sw_atomic_load_u64_block(ptr %p)
; CHECK-NEXT: fence release
; CHECK-NEXT: %[[old:.*]] = call i64 @__sw_atomic_sub_u64_block(ptr %p, i64 1)
; CHECK-NEXT: fence acquire
; CHECK: and i64 {{.*}}, 2305841909703114751
; CHECK: icmp eq i64 {{.*}}, 1152921504606846976
; CHECK: %[[now:.*]] = call i64 @__sw_atomic_load_u64_block(ptr %p)
; CHECK: sub i64 %{{.*}}, %[[now]]
; CHECK: %[[ends:.*]] = udiv i64
; CHECK: icmp ugt i64 %[[ends]], 6
; CHECK: call void @__sw_phase_ended()
; CHECK-NEXT: unreachable
; CHECK: shl i64 %[[ends]], 61
; CHECK: fence release
; CHECK-NEXT: call void @__sw_atomic_store_u64_block(ptr %p, i64
; CHECK: and i64 %[[before]], -2305843009213693952
; CHECKED-LABEL: define {{.*}}i64 @arrive(ptr %p)
; CHECKED: call i64 @__sw_atomic_load_u64_block(ptr %{{.*}})
; CHECKED: call ptr @__sw_ordered(ptr %{{.*}}, i32 4)
; CHECKED: call i64 @__sw_atomic_sub_u64_block
; CHECKED: call ptr @__sw_ordered(ptr %{{.*}}, i32 3)
; CHECKED: call void @__sw_atomic_store_u64_block
define internal i64 @arrive(ptr %p) {
  %s = call i64 asm sideeffect "mbarrier.arrive.b64 $0, [$1];", "=l,l,~{memory}"(ptr %p)
  ret i64 %s
}

; Arrivals, those of the next phases and bytes go at one stroke: 3 of each of the first two; one arrival less 16 bytes. Nobody
; asks for the phase that they are of.
; CHECK-LABEL: define {{.*}}void @strokes(ptr %p, i32 %n)
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %p, i64 3145731)
; CHECK-NOT: call void @__sw_phase_ended()
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %p, i64 -17592186044415)
; CHECK: %[[n:.*]] = zext i32 %n to i64
; CHECK: %[[bytes:.*]] = shl i64 %[[n]], 40
; CHECK: call i64 @__sw_atomic_sub_u64_block(ptr %p, i64 %[[bytes]])
define internal void @strokes(ptr %p, i32 %n) {
  call void asm sideeffect "mbarrier.arrive_drop.b64 _, [$0], 3; mbarrier.arrive.expect_tx.b64 _, [$0], 16;
    mbarrier.complete_tx.relaxed.cta.b64 [$0], $1;", "l,r,~{memory}"(ptr %p, i32 %n)
  ret void
}

; CHECK-LABEL: define {{.*}}i32 @test(ptr %p, i64 %s)
; CHECK: %[[now:.*]] = call i64 @__sw_atomic_load_u64_block(ptr %p)
; CHECK-NEXT: fence acquire
; CHECK: xor i64 %[[now]], %s
; CHECK: br i1
; CHECK: call void @__sw_nanosleep(i32 0)
; CHECKED-LABEL: define {{.*}}i32 @test(ptr %p, i64 %s)
; CHECKED: call ptr @__sw_ordered(ptr %{{.*}}, i32 2)
; CHECKED: call i64 @__sw_atomic_load_u64_block
define internal i32 @test(ptr %p, i64 %s) {
  %r = call i32 asm sideeffect "{ .reg .pred p; mbarrier.try_wait.b64 p, [$1], $2, 1000; selp.b32 $0, 1, 0, p; }", "=r,l,l,~{memory}"(ptr %p, i64 %s)
  ret i32 %r
}
