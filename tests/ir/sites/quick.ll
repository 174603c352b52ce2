; What stands before a call of the runtime: does a tool want to be told; are the bytes known to be allocated, at an address
; that is aligned. The fields are constant while a kernel runs. Where races alone are looked for: is it expected.
; RUN: %softwarp-cc %s --passes=context,sites --emit=llvm | FileCheck %s
; With no tool on, a loop of accesses is the one that it would be without checks.
; RUN: %softwarp-cc %s --check --emit=llvm | FileCheck %s --check-prefix=LOOP

target triple = "nvptx64-nvidia-cuda"
declare void @sw.hook(ptr, ptr, i64, ptr, i32, i32, i32, i32, i32, i32, i32)

; CHECK: @swrt_check_quick = external global { i32, i32, i64, i64, ptr }
define void @outer(ptr %p, ptr %q) {
  ; read 4; write 8; read 16; read 16 at 8; an atomic operation on 4
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 8, i32 8, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 16, i32 16, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 16, i32 8, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 1, i32 2, i32 2, i32 4, i32 4, i32 0, i32 0)
  ; what may lie across 8 bytes is always told: 4 at 1, 12 at 4
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 1, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 12, i32 4, i32 0, i32 0)
  ; an access of 4 in a local variable of 32; whether a swap took place; a fence; a wait
  call void @sw.hook(ptr %p, ptr %q, i64 32, ptr null, i32 0, i32 6, i32 0, i32 4, i32 4, i32 0, i32 0)
  call void @sw.hook(ptr %p, ptr null, i64 1, ptr null, i32 1, i32 3, i32 3, i32 4, i32 4, i32 0, i32 0)
  call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 5, i32 7, i32 7, i32 0, i32 0, i32 3, i32 0)
  call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 0, i32 8, i32 8, i32 0, i32 0, i32 0, i32 0)
  ; a volatile read of 4, which cannot wait
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 1)
  ; a read of 4 that starts from a variable of 32
  call void @sw.hook(ptr %p, ptr %q, i64 32, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 0)
  ret void
}

; CHECK: call void @sw.check_read.4.in(ptr %block, ptr %p, ptr {{.*}}, ptr %q, i64 32)
; CHECK-LABEL: define internal void @sw.check_read.4(
; CHECK-SAME: ptr %[[B:.*]], ptr %[[P:.*]], ptr %[[S:.*]]) #[[INLINED:[0-9]+]]
; CHECK: %wants = load i32, ptr @swrt_check_quick{{.*}} !invariant.load
; CHECK: and i32 %wants, 1
; CHECK: br i1 %is_wanted, label %test, label %done
; CHECK: test:
; CHECK: %base = load i64, {{.*}} !invariant.load
; CHECK: %offset = sub i64 %{{.*}}, %base
; CHECK: %turned = call i64 @llvm.fshl.i64(i64 %offset, i64 %offset, i64 62)
; CHECK: %bytes = load i64, {{.*}} !invariant.load
; CHECK: %bound = lshr i64 %bytes, 2
; CHECK: %inside = icmp ult i64 %turned, %bound
; CHECK: br i1 %inside, label %look, label %expect
; CHECK: look:
; CHECK: %index = lshr i64 %turned, 1
; CHECK: %counts = load ptr, {{.*}} !invariant.load
; CHECK: %count = load i8, ptr
; CHECK: %is_full = icmp eq i8 %count, 8
; CHECK: br i1 %is_full, label %done, label %part
; CHECK: tell:
; CHECK: call void @swrt_check_read(ptr %[[B]], ptr %[[P]], ptr %[[S]])
; CHECK: expect:
; CHECK: and i32 %wants{{.*}}, 32
; CHECK: label %seek, label %tell
; CHECK: part:
; CHECK: %in = shl i8 %{{.*}}, 2
; CHECK: %last = add i8 %in, 3
; CHECK: icmp ugt i8 %count, %last
; CHECK: label %done, label %expect
; CHECK: seek:
; CHECK: %race = load i32, ptr
; CHECK: %index{{.*}} = and i32 %race, 63
; CHECK: %patterns = load ptr, ptr {{.*}} !invariant.load
; CHECK: %pattern = getelementptr { i64, i64, i32, i32, i32, i32 }, ptr %patterns
; CHECK: icmp eq i64 %next, %{{.*}}
; CHECK: icmp eq i32 %thread, %tid
; CHECK: icmp eq i32 %site, %race
; CHECK: br i1 %is_expected, label %move, label %tell
; CHECK: move:
; CHECK: store i64
; CHECK: store i32
; CHECK: br label %done

; CHECK-LABEL: define internal void @sw.check_write.8(
; CHECK: i64 61)
; CHECK: icmp eq i8 %count, 8
; CHECK: br i1 %is_full, label %done, label %expect
; CHECK-LABEL: define internal void @sw.check_read.16(
; CHECK: i64 60)
; CHECK: %index = shl i64 %turned, 1
; CHECK: %count = load i16, ptr %{{.*}}, align 1
; CHECK: icmp eq i16 %count, 2056
; CHECK-LABEL: define internal void @sw.check_read.16.at.8(
; CHECK: %index = lshr i64 %turned, 0
; CHECK: icmp eq i16 %count, 2056
; CHECK-LABEL: define internal void @sw.check_atomic.4(
; CHECK: br i1 %is_wanted, label %test, label %done
; CHECK-NOT: expect
; CHECK-LABEL: define internal void @sw.check_read.4.at.1(
; CHECK: br i1 %is_wanted, label %expect, label %done
; CHECK-LABEL: define internal void @sw.check_read.12.at.4(
; CHECK: br i1 %is_wanted, label %expect, label %done
; CHECK-LABEL: define internal void @sw.check_local.4(
; CHECK: icmp ne i64 %bytes, 0
; CHECK: %room = call i64 @llvm.usub.sat.i64(i64 %{{.*}}, i64 3)
; CHECK: icmp ult i64 %offset, %room
; CHECK-LABEL: define internal void @sw.check_swapped(
; CHECK: and i32 %wants, 2
; CHECK-LABEL: define internal void @sw.check_fence(
; CHECK: and i32 %wants, 4
; CHECK-LABEL: define internal void @sw.check_wait(
; CHECK: and i32 %wants, 8
; CHECK-LABEL: define internal void @sw.check_read.4.now(
; CHECK-NOT: expect
; CHECK-LABEL: define internal void @sw.check_read.4.in(
; CHECK-SAME: ptr %[[B:.*]], ptr %[[P:.*]], ptr %[[S:.*]], ptr %{{.*}}, i64 %{{.*}})
; CHECK: %room = call i64 @llvm.usub.sat.i64(i64 %{{.*}}, i64 3)
; CHECK: %fits = icmp ult i64 %offset, %room
; CHECK: %odd = and i64 %offset, 3
; CHECK: call void @swrt_check_read(ptr %[[B]], ptr %[[P]], ptr %[[S]])
; CHECK: attributes #[[INLINED]] = { alwaysinline nounwind }

; LOOP-LABEL: define internal void @fill.block.w1(
; LOOP: %wants{{.*}} = load i32, ptr @swrt_check_quick
; LOOP-NOT: ptr @swrt_check_quick
; LOOP: store <{{[0-9]+}} x i32>
; LOOP: call void @swrt_check_write(
define void @fill(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @fill, !"kernel", i32 1}
