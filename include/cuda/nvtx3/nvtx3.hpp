/* NVTX for C++ (NVTX C++ API reference): ranges that end with a scope or an object, marks, and macros for functions. */
#ifndef NVTX3_HPP
#define NVTX3_HPP

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0
#define NVTX3_CPP_DEFINITIONS_V1_0 /* headers of libraries ask for it before they use nvtx3::v1 */

#include <memory>

#include "../softwarp/nvtx/values.hpp"

namespace nvtx3 {
inline namespace v1 {

/* A range on one thread, nested as the scopes are. */
template <class D_ = domain::global> class scoped_range_in {
public:
    explicit scoped_range_in(const event_attributes &attr) noexcept { push(attr); }
    template <typename... Args> explicit scoped_range_in(const Args &...args) noexcept {
        push(event_attributes(args...));
    }
    scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
    ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D_>()); }

    void *operator new(std::size_t) = delete;
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    scoped_range_in(scoped_range_in &&) = delete;
    scoped_range_in &operator=(scoped_range_in &&) = delete;

private:
    static void push(const event_attributes &attr) noexcept { nvtxDomainRangePushEx(domain::get<D_>(), attr.get()); }
};
using scoped_range = scoped_range_in<domain::global>;

namespace detail {
/* The range of a function that may have none: as a scoped range, but only begun on demand. */
template <typename D_ = domain::global> class optional_scoped_range_in {
public:
    optional_scoped_range_in() = default;
    void begin(const event_attributes &attr) noexcept {
        nvtxDomainRangePushEx(domain::get<D_>(), attr.get());
        begun = true;
    }
    ~optional_scoped_range_in() noexcept {
        if (begun) nvtxDomainRangePop(domain::get<D_>());
    }
    void *operator new(std::size_t) = delete;
    optional_scoped_range_in(const optional_scoped_range_in &) = delete;
    optional_scoped_range_in &operator=(const optional_scoped_range_in &) = delete;

private:
    bool begun = false;
};
} // namespace detail

/* A range that may begin on one thread and end on another. */
struct range_handle {
    using value_type = nvtxRangeId_t;
    constexpr explicit range_handle(value_type id) noexcept : number(id) {}
    constexpr range_handle() noexcept = default;
    constexpr range_handle(std::nullptr_t) noexcept {}
    constexpr explicit operator bool() const noexcept { return number != 0; }
    constexpr value_type get_value() const noexcept { return number; }

private:
    value_type number{};
};
inline constexpr bool operator==(range_handle lhs, range_handle rhs) noexcept {
    return lhs.get_value() == rhs.get_value();
}
inline constexpr bool operator!=(range_handle lhs, range_handle rhs) noexcept { return !(lhs == rhs); }

template <typename D_ = domain::global> inline range_handle start_range_in(const event_attributes &attr) noexcept {
    return range_handle(nvtxDomainRangeStartEx(domain::get<D_>(), attr.get()));
}
template <typename D_ = domain::global, typename... Args>
inline range_handle start_range_in(const Args &...args) noexcept {
    return start_range_in<D_>(event_attributes(args...));
}
inline range_handle start_range(const event_attributes &attr) noexcept { return start_range_in<domain::global>(attr); }
template <typename... Args> inline range_handle start_range(const Args &...args) noexcept {
    return start_range_in<domain::global>(args...);
}

template <typename D_ = domain::global> inline void end_range_in(range_handle r) noexcept {
    nvtxDomainRangeEnd(domain::get<D_>(), r.get_value());
}
inline void end_range(range_handle r) noexcept { end_range_in<domain::global>(r); }

/* Such a range as an object that can be moved. */
template <typename D_ = domain::global> class unique_range_in {
public:
    explicit unique_range_in(const event_attributes &attr) noexcept : handle(start_range_in<D_>(attr)) {}
    template <typename... Args> explicit unique_range_in(const Args &...args) noexcept
        : unique_range_in(event_attributes(args...)) {}
    unique_range_in() noexcept : unique_range_in(event_attributes()) {}
    ~unique_range_in() noexcept {
        if (owner) end_range_in<D_>(handle);
    }

    unique_range_in(unique_range_in &&other) noexcept : owner(other.owner), handle(other.handle) {
        other.owner = false;
    }
    unique_range_in &operator=(unique_range_in &&other) noexcept {
        std::swap(owner, other.owner);
        std::swap(handle, other.handle);
        return *this;
    }
    unique_range_in(const unique_range_in &) = delete;
    unique_range_in &operator=(const unique_range_in &) = delete;

private:
    bool owner = true;
    range_handle handle;
};
using unique_range = unique_range_in<domain::global>;

template <typename D_ = domain::global> inline void mark_in(const event_attributes &attr) noexcept {
    nvtxDomainMarkEx(domain::get<D_>(), attr.get());
}
template <typename D_ = domain::global, typename... Args> inline void mark_in(const Args &...args) noexcept {
    mark_in<D_>(event_attributes(args...));
}
inline void mark(const event_attributes &attr) noexcept { mark_in<domain::global>(attr); }
template <typename... Args> inline void mark(const Args &...args) noexcept { mark_in<domain::global>(args...); }

} // namespace v1
} // namespace nvtx3

/* The rest of the function is a range that is called as the function is. */
#ifndef NVTX_DISABLE
#define NVTX3_V1_FUNC_RANGE_IN(D)                                                                    \
    static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__(__func__);                   \
    static const ::nvtx3::v1::event_attributes nvtx3_func_attr__(nvtx3_func_name__);                 \
    const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__(nvtx3_func_attr__)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                                                              \
    ::nvtx3::v1::detail::optional_scoped_range_in<D> nvtx3_range__;                                  \
    if (C) {                                                                                         \
        static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__(__func__);               \
        static const ::nvtx3::v1::event_attributes nvtx3_func_attr__(nvtx3_func_name__);             \
        nvtx3_range__.begin(nvtx3_func_attr__);                                                      \
    }
#else
#define NVTX3_V1_FUNC_RANGE_IN(D) (void)0
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) (void)(C)
#endif
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN

#endif
