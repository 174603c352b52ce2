; Source lines that are there for remarks only do not reach the object; the place of what was inlined from a header of
; clang's is its caller's; equal remarks at one place are counted.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep,lines --lanes=32 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=KEPT < %t.ll
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep,lines --lanes=32 -Rsoftwarp --drop-lines --emit=llvm -o %t.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=DROPPED < %t.ll
; KEPT: !DILocation(
; DROPPED: define {{.*}}@k
; DROPPED-NOT: !DILocation(

; CHECK: dir/a.cu:1: remark: kernel 'k': 32 lanes
; CHECK-NEXT: dir/a.cu:3:4: remark: strided load (8 bytes from lane to lane)
; CHECK-NEXT: dir/b.h:8:2: remark: vector store, 2 times [-Rsoftwarp]
; CHECK-NEXT: dir/a.cu:1: remark: with 32 lanes (any block) instead: gathers (line 3); scatters (line dir/b.h:8) [-Rsoftwarp]
; CHECK-NOT: remark
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @k(ptr %p, ptr %q) !dbg !10 {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr i64, ptr %p, i64 %n
  %to = getelementptr i32, ptr %q, i64 %n
  %a = load i32, ptr %from, !dbg !12
  store i32 %a, ptr %to, !dbg !14
  %next = getelementptr i32, ptr %to, i64 1
  store i32 %a, ptr %next, !dbg !14
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!4}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, emissionKind: LineTablesOnly)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DIFile(filename: "a.cu", directory: "dir")
!6 = !DISubroutineType(types: !{})
!7 = !DIFile(filename: "/usr/lib/clang/19/include/__clang_cuda_math.h", directory: "dir")
!8 = !DIFile(filename: "b.h", directory: "dir")
!10 = distinct !DISubprogram(name: "k", scope: !5, file: !5, line: 1, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "f", scope: !7, file: !7, line: 100, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 101, column: 1, scope: !11, inlinedAt: !13)
!13 = distinct !DILocation(line: 3, column: 4, scope: !10)
!14 = !DILocation(line: 8, column: 2, scope: !15, inlinedAt: !13)
!15 = distinct !DISubprogram(name: "g", scope: !8, file: !8, line: 7, type: !6, unit: !3, spFlags: DISPFlagDefinition)
