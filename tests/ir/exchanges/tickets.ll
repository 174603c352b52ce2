; Who has drawn a number and waited for its turn is alone until it moves the turn on, if all draw from one counter.
; RUN: %softwarp-cc %s --passes=import,yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i32 @__sw_atomic_add_i32_device(ptr, i32)

define void @one_counter(ptr %next, ptr %turn, ptr %memory, i64 %t) {
; CHECK-LABEL: @one_counter(
; CHECK: held:
; CHECK-NOT: sw.in.step
; CHECK: __sw_atomic_add
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile i32 2
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %number = call i32 @__sw_atomic_add_i32_device(ptr %next, i32 1)
  br label %wait
wait:
  %now = load volatile i32, ptr %turn
  %mine = icmp eq i32 %now, %number
  br i1 %mine, label %held, label %wait
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  %old = call i32 @__sw_atomic_add_i32_device(ptr %turn, i32 1)
  %b = load volatile i32, ptr %other
  store volatile i32 2, ptr %own
  ret void
}

define void @many_counters(ptr %next, ptr %turn, ptr %memory, i64 %t) {
; CHECK-LABEL: @many_counters(
; CHECK: held:
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %counter = getelementptr i32, ptr %next, i32 %tid
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %number = call i32 @__sw_atomic_add_i32_device(ptr %counter, i32 1)
  br label %wait
wait:
  %now = call i32 @__sw_atomic_add_i32_device(ptr %turn, i32 0)
  %others = icmp ne i32 %number, %now
  br i1 %others, label %wait, label %held
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  %old = call i32 @__sw_atomic_add_i32_device(ptr %turn, i32 1)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @no_number(ptr %turn, ptr %memory, i64 %t, i32 %number) {
; CHECK-LABEL: @no_number(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %wait
wait:
  %now = load volatile i32, ptr %turn
  %mine = icmp eq i32 %now, %number
  br i1 %mine, label %held, label %wait
held:
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  store volatile i32 0, ptr %turn
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @one_counter, !"kernel", i32 1}
!1 = !{ptr @many_counters, !"kernel", i32 1}
!2 = !{ptr @no_number, !"kernel", i32 1}
