; A number that is drawn in steps so large that it goes round, and not past the bound: four draws do, and the low bits
; are what is waited for.
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_add_i32_device(ptr, i32)

define void @drawn_in_high_bits(ptr %word, ptr %out, i32 %n) {
; CHECK-LABEL: @drawn_in_high_bits(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = call i32 @__sw_atomic_add_i32_device(ptr %word, i32 1073741824)
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 1, ptr %place
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
