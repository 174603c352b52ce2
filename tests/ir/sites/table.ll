; Hooks become calls of quick.ll's functions with the block and a site: function, file, caller, name, place, line, column, kind, size,
; align, scope, order, flags, number. Two hooks that say the same at one place share a site; what was inlined has the
; places around it as its callers.
; RUN: %softwarp-cc %s --passes=context,sites --emit=llvm | FileCheck %s

declare void @sw.hook(ptr, ptr, i64, ptr, i32, i32, i32, i32, i32, i32, i32)
@name = private constant [5 x i8] c"tile\00"

; CHECK: @sw.sites = internal global [10 x [[ROW:.*]]] [
; 0: a write of 4 bytes to "tile" at line 12, in inner, inlined at line 7 (site 1) of outer
; CHECK-SAME: [[ROW]] { ptr @[[INNER:[a-z.0-9]+]], ptr @[[FILE:[a-z.0-9]+]], ptr getelementptr inbounds ([[ROW]], ptr @sw.sites, i64 1), ptr @name, ptr null, ptr null, i32 12, i32 3, i32 1, i32 4, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0 }
; CHECK-SAME: [[ROW]] { ptr @[[OUTER:[a-z.0-9]+]], ptr @[[FILE]], ptr null, ptr null, ptr null, ptr null, i32 7, i32 1, i32 13,
; 2: a fence, seq_cst, of the device
; CHECK-SAME: ptr @[[PLACE:sw.place]], ptr null, i32 8, i32 1, i32 7, i32 0, i32 0, i32 3, i32 5,
; 3: an order that is not known: from weak to seq_cst, six sites
; CHECK-SAME: i32 9, i32 1, i32 2, i32 4, i32 4, i32 3, i32 0, i32 0
; CHECK-SAME: i32 9, i32 1, i32 2, i32 4, i32 4, i32 3, i32 5, i32 0
; Two that stand in different places, at one place of the source, stand nowhere.
; CHECK-DAG: @[[PLACE]] = {{.*}}[44 x i32] [i32 1, i32 7,
; CHECK-DAG: @[[INNER]] = {{.*}}c"_Z5innerv\00"
; CHECK-DAG: @[[OUTER]] = {{.*}}c"outer\00"
; CHECK-DAG: @[[FILE]] = {{.*}}c"/src/a.cu\00"

define void @outer(ptr %p, i32 %order, i64 %n) !dbg !4 {
; CHECK-LABEL: @outer(ptr {{.*}}%block, ptr %p, i32 %order, i64 %n)
; CHECK-NEXT: call void @sw.check_write.4(ptr %block, ptr %p, ptr @sw.sites)
; CHECK-NEXT: call void @sw.check_write.4(ptr %block, ptr %p, ptr @sw.sites)
; CHECK-NEXT: call void @sw.check_fence(ptr %block, ptr getelementptr inbounds ({{.*}} i64 2))
; CHECK-NEXT: %[[O:.*]] = zext i32 %order to i64
; CHECK-NEXT: %site = getelementptr inbounds {{.*}}i64 3), i64 %[[O]]
; CHECK-NEXT: call void @sw.check_atomic.4(ptr %block, ptr %p, ptr %site)
; CHECK-NEXT: call void @sw.check_copy(ptr %block, ptr %p, ptr @name, i64 %n, ptr
; CHECK-NEXT: ret void
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr @name, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0), !dbg !7, !sw.place !11
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr @name, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 0), !dbg !7, !sw.place !12
  call void @sw.hook(ptr null, ptr null, i64 0, ptr null, i32 5, i32 7, i32 7, i32 0, i32 0, i32 3, i32 0), !dbg !9, !sw.place !11
  call void @sw.hook(ptr %p, ptr null, i64 0, ptr null, i32 %order, i32 2, i32 2, i32 4, i32 4, i32 3, i32 0), !dbg !10
  call void @sw.hook(ptr %p, ptr @name, i64 %n, ptr null, i32 0, i32 4, i32 5, i32 0, i32 1, i32 0, i32 0), !dbg !10
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cu", directory: "/src")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "outer", file: !1, line: 5, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "inner", linkageName: "_Z5innerv", file: !1, line: 11, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 7, column: 1, scope: !4)
!7 = !DILocation(line: 12, column: 3, scope: !8, inlinedAt: !6)
!8 = distinct !DILexicalBlock(scope: !5, file: !1, line: 11)
!9 = !DILocation(line: 8, column: 1, scope: !4)
!10 = !DILocation(line: 9, column: 1, scope: !4)
!11 = !{i32 1, i32 7, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0}
!12 = !{i32 1, i32 8, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0}
