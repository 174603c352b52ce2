; What an access depends on names sites, as seen from its own: !{own number, how many by address, value, control, hooks}
; becomes {by address, by value, by control, (site - own site) * 2, plus 1 for all turns}. Two hooks at one site share that.
; RUN: %softwarp-cc %s --passes=context,sites --emit=llvm | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
declare void @sw.hook(ptr, ptr, i64, ptr, i32, i32, i32, i32, i32, i32, i32)

; CHECK: @sw.sites = internal global [3 x [[ROW:.*]]] [
; CHECK-SAME: ptr null, i32 1, i32 1, i32 0,
; CHECK-SAME: ptr @[[A:[a-z.0-9]+]], i32 2, i32 1, i32 1,
; CHECK-SAME: ptr @[[B:[a-z.0-9]+]], i32 3, i32 1, i32 1,
; CHECK: @[[A]] = private unnamed_addr constant [4 x i32] [i32 0, i32 1, i32 0, i32 -2]
; CHECK: @[[B]] = private unnamed_addr constant [6 x i32] [i32 1, i32 1, i32 1, i32 -4, i32 -1, i32 2147483647]

define void @kernel(ptr %p) !dbg !5 {
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 0), !dbg !6, !sw.reads !10
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0), !dbg !7, !sw.reads !11
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0), !dbg !8, !sw.reads !12
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0), !dbg !8, !sw.reads !13
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 1, column: 1, scope: !5)
!7 = !DILocation(line: 2, column: 1, scope: !5)
!8 = !DILocation(line: 3, column: 1, scope: !5)
!10 = !{i32 7, i32 0, i32 0, i32 0}
!11 = !{i32 8, i32 0, i32 1, i32 0, i32 7}
!12 = !{i32 9, i32 1, i32 0, i32 0, i32 7}
!13 = !{i32 10, i32 1, i32 1, i32 1, i32 7, i32 -2147483640, i32 2147483647}
