// A warning names requires-clauses of member functions in which functions of the host see no functions of the device.
// RUN: %swcc -Xcompiler -std=c++20 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <type_traits>

template <class F> struct Left {
    // CHECK: clauses_unread.cu:[[#@LINE + 1]]: warning: a requires-clause cannot be asked for both sides (it asks for the type of a parameter, or names several packs): a function of the host
    int run(F f, int) requires requires { static_cast<decltype(f) &&>(f)(1); } { return 1; }
    // CHECK: clauses_unread.cu:[[#@LINE + 1]]: warning: a requires-clause cannot be asked for both sides (the function is defined elsewhere)
    int away() requires requires(F f) { f(1); };
    int told()
#ifdef __CUDACC__
        // CHECK: clauses_unread.cu:[[#@LINE + 1]]: warning: a requires-clause cannot be asked for both sides (lines of the preprocessor stand before or in it)
        requires requires(F f) { f(1); }
#endif
    {
        return 1;
    }
    // None of these has one.
    int plain(F) requires std::is_class_v<F> { return 1; }
    int size() requires(sizeof(F) == 1 && (alignof(F)) > 0);
    template <class T> int member(T t) requires requires(F f) { f(t); };
};
template <class F> int Left<F>::away() requires requires(F f) { f(1); } { return 1; }
