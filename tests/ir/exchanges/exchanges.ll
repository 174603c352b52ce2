; Writes to volatile memory that lanes read at another place get a mark before and behind. Flags that a loop waits for,
; places of one's own, and what nobody reads do not.
; RUN: %softwarp-cc %s --passes=yields,exchanges --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@values = internal addrspace(3) global [64 x i32] undef

define void @halves(i64 %t) {
; CHECK-LABEL: @halves(
; CHECK: load volatile
; CHECK: load volatile
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step()
; CHECK-NEXT: ret void
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 %t
  %other = getelementptr i32, ptr %own, i64 16
  %a = load volatile i32, ptr %own
  %b = load volatile i32, ptr %other
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr %own
  ret void
}

define void @in_any_memory(ptr %memory, i64 %t) {
; CHECK-LABEL: @in_any_memory(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @sw.in.step()
  %own = getelementptr i32, ptr %memory, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  %a = load volatile i32, ptr %other
  store volatile i32 %a, ptr %own
  ret void
}

; At -O0 the pointer lies in a local variable.
define void @through_a_variable(ptr %memory, i64 %t) {
; CHECK-LABEL: @through_a_variable(
; CHECK: call void @sw.in.step()
; CHECK-NEXT: store volatile
  %variable = alloca ptr
  store ptr %memory, ptr %variable
  %first = load ptr, ptr %variable
  %other = getelementptr i32, ptr %first, i64 1
  %a = load volatile i32, ptr %other
  %second = load ptr, ptr %variable
  %own = getelementptr i32, ptr %second, i64 %t
  store volatile i32 %a, ptr %own
  ret void
}

define void @in_order(ptr %in, i64 %t) {
; CHECK-LABEL: @in_order(
; CHECK-NOT: sw.in.step
; CHECK: ret void
  %own = getelementptr i32, ptr addrspacecast (ptr addrspace(3) @values to ptr), i64 %t
  %a = load volatile i32, ptr %own
  %b = load i32, ptr %in
  %sum = add i32 %a, %b
  store volatile i32 %sum, ptr %own
  ret void
}

define void @flags(ptr %flags, i64 %t) {
; CHECK-LABEL: @flags(
; CHECK-NOT: sw.in.step
; CHECK: ret void
entry:
  %own = getelementptr i32, ptr %flags, i64 %t
  %other = getelementptr i32, ptr %own, i64 1
  br label %poll
poll:
  %a = load volatile i32, ptr %other
  %unset = icmp eq i32 %a, 0
  br i1 %unset, label %poll, label %done
done:
  store volatile i32 1, ptr %own
  ret void
}
