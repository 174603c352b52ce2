; A waiting loop with two entries (goto into it) yields too.
;
;      entry --> first <--> second --> exit
;         +-----------------^
; RUN: %softwarp-cc %s --passes=yields --emit=llvm | FileCheck %s

define void @two_entries(ptr %flag, i1 %which) {
; CHECK-LABEL: @two_entries(
; CHECK: call void @sw.yield()
; CHECK: ret void
entry:
  br i1 %which, label %first, label %second
first:
  br label %second
second:
  %seen = load volatile i32, ptr %flag
  %unset = icmp eq i32 %seen, 0
  br i1 %unset, label %first, label %exit
exit:
  ret void
}
