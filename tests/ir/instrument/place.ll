; Where an access stands goes along with its hook: body, position, whether each turn comes there, the
; way out of a branch that leads there, then of the block and of
; the warp what only some threads run around it (first, last, line, kind: 1 a loop, 2 an if, from 3 on an arm that can be
; made an if of its own) and the loops of which all run all turns.
; RUN: %softwarp-cc %s --check --passes=import,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [256 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @sw.yield()

; CHECK-LABEL: @halves(
; CHECK: load i32, {{.*}}, !sw.place ![[INSIDE:[0-9]+]]
; CHECK: call void @sw.hook({{.*}}i32 8, i32 8, {{.*}}), !dbg !{{[0-9]+}}, !sw.place ![[BARRIER:[0-9]+]]
; CHECK-LABEL: @turns(
; CHECK: store i32 {{.*}}, !sw.place ![[LOOP:[0-9]+]]
; CHECK-LABEL: @waits(
; CHECK: store i32 {{.*}}, !sw.place ![[WAIT:[0-9]+]]
;                    body    at     always block: part, and the loops around it             warp: t < d parts it as well
; CHECK-DAG: ![[INSIDE]] = !{i32 1, i32 9, i32 0, i32 3, i32 7, i32 13, i32 3, i32 5, i32 4, i32 17, i32 14, i32 2, {{.*}}, i32 7, i32 13, i32 3, i32 5, i32 4, i32 17, i32 14, i32 2,
; CHECK-DAG: ![[BARRIER]] = !{i32 1, i32 14, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 4, i32 17, i32 14, i32 2,
; CHECK-DAG: ![[LOOP]] = !{i32 2, i32 8, i32 1, i32 3, i32 3, i32 9, i32 12, i32 1, i32 0, i32 0, i32 0,
; A loop that yields on its back edge ends its turns before it.
; CHECK-DAG: ![[WAIT]] = !{i32 3, i32 5, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 3, i32 11, i32 7, i32 22,

define void @halves(i32 %n) !dbg !4 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [256 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  br label %head, !dbg !5
head:
  %d = phi i32 [ %n, %entry ], [ %next, %end ]
  %some = icmp ult i32 %t, %d
  br i1 %some, label %then, label %end, !dbg !6
then:
  %i = add i32 %t, %d
  %p = getelementptr [256 x i32], ptr addrspace(3) @s, i32 0, i32 %i
  %x = load i32, ptr addrspace(3) %p, !dbg !6
  %y = load i32, ptr addrspace(3) %own, !dbg !6
  %z = add i32 %x, %y
  store i32 %z, ptr addrspace(3) %own, !dbg !6
  br label %end
end:
  call void @llvm.nvvm.barrier0(), !dbg !7
  %next = lshr i32 %d, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %head, label %done, !dbg !5
done:
  ret void
}

define void @turns(i32 %n) !dbg !8 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %head, !dbg !9
head:
  %i = phi i32 [ %t, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done, !dbg !9
body:
  %p = getelementptr [256 x i32], ptr addrspace(3) @s, i32 0, i32 %i
  %next = add i32 %i, 32
  store i32 1, ptr addrspace(3) %p, !dbg !9
  br label %head, !dbg !9
done:
  ret void
}

define void @waits(i32 %n) !dbg !10 {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %head, !dbg !11
head:
  %d = phi i32 [ %n, %entry ], [ %next, %yield ]
  %own = getelementptr [256 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  store i32 1, ptr addrspace(3) %own, !dbg !11
  br label %end
end:
  %next = lshr i32 %d, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %yield, label %done, !dbg !11
yield:
  call void @sw.yield(), !dbg !11
  br label %head, !dbg !11
done:
  ret void
}

!nvvm.annotations = !{!20, !21, !22}
!20 = !{ptr @halves, !"kernel", i32 1}
!21 = !{ptr @turns, !"kernel", i32 1}
!22 = !{ptr @waits, !"kernel", i32 1}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/src")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "halves", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 1, scope: !4)
!6 = !DILocation(line: 3, column: 1, scope: !4)
!7 = !DILocation(line: 4, column: 1, scope: !4)
!8 = distinct !DISubprogram(name: "turns", file: !1, line: 11, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 12, column: 1, scope: !8)
!10 = distinct !DISubprogram(name: "waits", file: !1, line: 21, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 22, column: 1, scope: !10)
