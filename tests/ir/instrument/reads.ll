; On which reads an access depends: beside its hook !{own number, how many by address, by value, by control, these}. A read
; behind a loop's phi counts in each turn (2^31 more, as a negative number); ANY is 2147483647.
; RUN: %softwarp-cc %s --check --passes=import,yields,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
@X = addrspace(1) externally_initialized global i32 0
@Y = addrspace(1) externally_initialized global i32 0
@Z = addrspace(1) externally_initialized global [8 x i32] zeroinitializer

; The value written is made of what was read; the other store depends on nothing.
define void @data() {
; CHECK-LABEL: @data(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[D1:[0-9]+]]
; CHECK-NEXT: load i32
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[D2:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[D3:[0-9]+]]
  %a = load i32, ptr addrspace(1) @X
  %b = add i32 %a, 1
  store i32 %b, ptr addrspace(1) @Y
  store i32 3, ptr addrspace(1) @Y
  ret void
}

;  entry ─► write ─► end        what both ways come to depends on no branch
;     └──────────────┘
define void @control() {
; CHECK-LABEL: @control(
; CHECK: write:
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[C2:[0-9]+]]
; CHECK: end:
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[C3:[0-9]+]]
  %a = load i32, ptr addrspace(1) @X
  %c = icmp eq i32 %a, 1
  br i1 %c, label %write, label %end
write:
  store i32 2, ptr addrspace(1) @Y
  br label %end
end:
  store i32 4, ptr addrspace(1) @X
  ret void
}

; A read at an address that was read: what it gives depends on that only through it.
define void @address() {
; CHECK-LABEL: @address(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[A1:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[A2:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[A3:[0-9]+]]
  %i = load i32, ptr addrspace(1) @X
  %p = getelementptr i32, ptr addrspace(1) @Z, i32 %i
  %a = load i32, ptr addrspace(1) %p
  store i32 %a, ptr addrspace(1) @Y
  ret void
}

;  entry ─► loop ─► end         the sum is of all turns
;            └──┘
define void @sum() {
; CHECK-LABEL: @sum(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[S1:[0-9]+]]
; CHECK: end:
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[S2:[0-9]+]]
entry:
  br label %loop
loop:
  %n = phi i32 [0, %entry], [%m, %loop]
  %s = phi i32 [0, %entry], [%t, %loop]
  %p = getelementptr i32, ptr addrspace(1) @Z, i32 %n
  %a = load i32, ptr addrspace(1) %p
  %t = add i32 %s, %a
  %m = add i32 %n, 1
  %c = icmp ult i32 %m, 8
  br i1 %c, label %loop, label %end
end:
  store i32 %t, ptr addrspace(1) @Y
  ret void
}

; What comes behind a loop that waits depends on how it is left.
define void @wait() {
; CHECK-LABEL: @wait(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[W1:[0-9]+]]
; CHECK: end:
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[W2:[0-9]+]]
entry:
  br label %loop
loop:
  %a = load volatile i32, ptr addrspace(1) @X
  %c = icmp eq i32 %a, 0
  br i1 %c, label %loop, label %end
end:
  store i32 1, ptr addrspace(1) @Y
  ret void
}

; A local array is all that was ever written to it.
define void @local(i32 %i) {
; CHECK-LABEL: @local(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[L1:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[L2:[0-9]+]]
  %v = alloca [4 x i32]
  %a = load i32, ptr addrspace(1) @X
  %p = getelementptr [4 x i32], ptr %v, i32 0, i32 %i
  store i32 %a, ptr %p
  %q = getelementptr [4 x i32], ptr %v, i32 0, i32 1
  %b = load i32, ptr %q
  store i32 %b, ptr addrspace(1) @Y
  ret void
}

; A function that is called knows nothing of its caller; what it gives depends on its reads.
define i32 @far(i32 %v) noinline {
; CHECK-LABEL: @far(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[F1:[0-9]+]]
  %a = load i32, ptr addrspace(1) @X
  %b = add i32 %a, %v
  ret i32 %b
}
define void @calls() {
; CHECK-LABEL: @calls(
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[K1:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}, !sw.reads ![[K2:[0-9]+]]
  %a = load i32, ptr addrspace(1) @Y
  %b = call i32 @far(i32 %a)
  store i32 %b, ptr addrspace(1) @Z
  ret void
}

; CHECK-DAG: ![[D1]] = !{i32 1, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[D2]] = !{i32 2, i32 0, i32 1, i32 0, i32 1}
; CHECK-DAG: ![[D3]] = !{i32 3, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[C2]] = !{i32 5, i32 0, i32 0, i32 1, i32 4}
; CHECK-DAG: ![[C3]] = !{i32 6, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[A1]] = !{i32 7, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[A2]] = !{i32 8, i32 1, i32 0, i32 0, i32 7}
; CHECK-DAG: ![[A3]] = !{i32 9, i32 0, i32 1, i32 0, i32 8}
; CHECK-DAG: ![[S1]] = !{i32 10, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[S2]] = !{i32 11, i32 0, i32 1, i32 0, i32 -2147483638}
; CHECK-DAG: ![[W1]] = !{i32 12, i32 0, i32 0, i32 1, i32 -2147483636}
; CHECK-DAG: ![[W2]] = !{i32 13, i32 0, i32 0, i32 1, i32 12}
; CHECK-DAG: ![[L1]] = !{i32 14, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[L2]] = !{i32 15, i32 0, i32 1, i32 0, i32 -2147483634}
; CHECK-DAG: ![[F1]] = !{i32 16, i32 0, i32 0, i32 1, i32 2147483647}
; CHECK-DAG: ![[K1]] = !{i32 17, i32 0, i32 0, i32 0}
; CHECK-DAG: ![[K2]] = !{i32 18, i32 0, i32 2, i32 0, i32 -2147483632, i32 17}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @data, !"kernel", i32 1}
!1 = !{ptr @control, !"kernel", i32 1}
!2 = !{ptr @address, !"kernel", i32 1}
!3 = !{ptr @sum, !"kernel", i32 1}
!4 = !{ptr @wait, !"kernel", i32 1}
!5 = !{ptr @local, !"kernel", i32 1}
!6 = !{ptr @calls, !"kernel", i32 1}
