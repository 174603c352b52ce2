; Long lists of lines are cut.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s
; CHECK: a.cu:1: remark: also stores for all lanes (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 2 more) [-Rsoftwarp]
define void @k(ptr %p) !dbg !10 {
  store volatile i32 1, ptr %p, !dbg !101
  store volatile i32 2, ptr %p, !dbg !102
  store volatile i32 3, ptr %p, !dbg !103
  store volatile i32 4, ptr %p, !dbg !104
  store volatile i32 5, ptr %p, !dbg !105
  store volatile i32 6, ptr %p, !dbg !106
  store volatile i32 7, ptr %p, !dbg !107
  store volatile i32 8, ptr %p, !dbg !108
  store volatile i32 9, ptr %p, !dbg !109
  store volatile i32 10, ptr %p, !dbg !110
  store volatile i32 11, ptr %p, !dbg !111
  store volatile i32 12, ptr %p, !dbg !112
  store volatile i32 13, ptr %p, !dbg !113
  store volatile i32 14, ptr %p, !dbg !114
  store volatile i32 15, ptr %p, !dbg !115
  store volatile i32 16, ptr %p, !dbg !116
  store volatile i32 17, ptr %p, !dbg !117
  store volatile i32 18, ptr %p, !dbg !118
  store volatile i32 19, ptr %p, !dbg !119
  store volatile i32 20, ptr %p, !dbg !120
  store volatile i32 21, ptr %p, !dbg !121
  store volatile i32 22, ptr %p, !dbg !122
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!4}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, emissionKind: LineTablesOnly)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DIFile(filename: "a.cu", directory: "")
!6 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "k", scope: !5, file: !5, line: 1, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!101 = !DILocation(line: 1, column: 1, scope: !10)
!102 = !DILocation(line: 2, column: 1, scope: !10)
!103 = !DILocation(line: 3, column: 1, scope: !10)
!104 = !DILocation(line: 4, column: 1, scope: !10)
!105 = !DILocation(line: 5, column: 1, scope: !10)
!106 = !DILocation(line: 6, column: 1, scope: !10)
!107 = !DILocation(line: 7, column: 1, scope: !10)
!108 = !DILocation(line: 8, column: 1, scope: !10)
!109 = !DILocation(line: 9, column: 1, scope: !10)
!110 = !DILocation(line: 10, column: 1, scope: !10)
!111 = !DILocation(line: 11, column: 1, scope: !10)
!112 = !DILocation(line: 12, column: 1, scope: !10)
!113 = !DILocation(line: 13, column: 1, scope: !10)
!114 = !DILocation(line: 14, column: 1, scope: !10)
!115 = !DILocation(line: 15, column: 1, scope: !10)
!116 = !DILocation(line: 16, column: 1, scope: !10)
!117 = !DILocation(line: 17, column: 1, scope: !10)
!118 = !DILocation(line: 18, column: 1, scope: !10)
!119 = !DILocation(line: 19, column: 1, scope: !10)
!120 = !DILocation(line: 20, column: 1, scope: !10)
!121 = !DILocation(line: 21, column: 1, scope: !10)
!122 = !DILocation(line: 22, column: 1, scope: !10)
