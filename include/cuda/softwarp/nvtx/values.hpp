/* The values that NVTX's C++ API is called with: domains, colours, categories, messages, payloads, and all of them
 * together, event attributes (NVTX C++ API reference). Included by nvtx3/nvtx3.hpp. */
#ifndef SOFTWARP_NVTX_VALUES_HPP
#define SOFTWARP_NVTX_VALUES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "../../nvtx3/nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {

namespace detail {
inline nvtxDomainHandle_t create_domain(const char *name) { return nvtxDomainCreateA(name); }
inline nvtxDomainHandle_t create_domain(const wchar_t *name) { return nvtxDomainCreateW(name); }
inline void name_category(nvtxDomainHandle_t d, uint32_t id, const char *name) { nvtxDomainNameCategoryA(d, id, name); }
inline void name_category(nvtxDomainHandle_t d, uint32_t id, const wchar_t *name) {
    nvtxDomainNameCategoryW(d, id, name);
}
inline nvtxStringHandle_t register_string(nvtxDomainHandle_t d, const char *text) {
    return nvtxDomainRegisterStringA(d, text);
}
inline nvtxStringHandle_t register_string(nvtxDomainHandle_t d, const wchar_t *text) {
    return nvtxDomainRegisterStringW(d, text);
}
} // namespace detail

/* Events of a library are told apart by its domain: a type with a static member `name`. */
class domain {
public:
    domain(const domain &) = delete;
    domain &operator=(const domain &) = delete;
    domain(domain &&) = delete;
    domain &operator=(domain &&) = delete;

    struct global {}; /* what has no domain of its own */

    template <typename D_ = global> static const domain &get() noexcept { return find(static_cast<D_ *>(nullptr)); }

    operator nvtxDomainHandle_t() const noexcept { return handle; }

private:
    /* The global one is a null handle, which a tool is not asked for. */
    static const domain &find(global *) noexcept {
        static const domain whole;
        return whole;
    }
    template <typename D_> static const domain &find(D_ *) noexcept {
        static const domain own(D_::name);
        return own;
    }

    domain() noexcept = default;
    explicit domain(const char *name) noexcept : handle(nvtxDomainCreateA(name)) {}
    explicit domain(const wchar_t *name) noexcept : handle(nvtxDomainCreateW(name)) {}
    ~domain() = default; /* tools may still speak of it at the program's end */

    nvtxDomainHandle_t handle{};
};

struct rgb {
    using component_type = uint8_t;
    constexpr rgb(component_type red_, component_type green_, component_type blue_) noexcept
        : red{red_}, green{green_}, blue{blue_} {}
    component_type red{}, green{}, blue{};
};

struct argb final : rgb {
    constexpr argb(component_type alpha_, component_type red_, component_type green_, component_type blue_) noexcept
        : rgb{red_, green_, blue_}, alpha{alpha_} {}
    component_type alpha{};
};

class color {
public:
    using value_type = uint32_t;
    constexpr explicit color(value_type code) noexcept : value(code) {}
    constexpr color(argb c) noexcept : value(pack(c.alpha, c.red, c.green, c.blue)) {}
    constexpr color(rgb c) noexcept : value(pack(0xff, c.red, c.green, c.blue)) {}
    constexpr value_type get_value() const noexcept { return value; }
    constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
    static constexpr value_type pack(unsigned alpha, unsigned red, unsigned green, unsigned blue) noexcept {
        return alpha << 24 | red << 16 | green << 8 | blue;
    }
    value_type value;
};

class category {
public:
    using id_type = uint32_t;
    constexpr explicit category(id_type id) noexcept : number(id) {}
    constexpr id_type get_id() const noexcept { return number; }

private:
    id_type number;
};

/* get<C>: a category that a type names, by static members `name` and `id`. */
template <typename D_ = domain::global> class named_category_in final : public category {
public:
    template <typename C_> static const named_category_in &get() noexcept {
        static const named_category_in one(C_::id, C_::name);
        return one;
    }
    named_category_in(id_type id, const char *name) noexcept : category(id) {
        detail::name_category(domain::get<D_>(), id, name);
    }
    named_category_in(id_type id, const wchar_t *name) noexcept : category(id) {
        detail::name_category(domain::get<D_>(), id, name);
    }
};
using named_category = named_category_in<domain::global>;

/* A text that a tool learns once. get<M>: the one that a type names, by a static member `message`. */
template <typename D_ = domain::global> class registered_string_in {
public:
    template <typename M_> static const registered_string_in &get() noexcept {
        static const registered_string_in one(M_::message);
        return one;
    }
    explicit registered_string_in(const char *text) noexcept
        : handle(detail::register_string(domain::get<D_>(), text)) {}
    explicit registered_string_in(const wchar_t *text) noexcept
        : handle(detail::register_string(domain::get<D_>(), text)) {}
    explicit registered_string_in(const std::string &text) noexcept : registered_string_in(text.c_str()) {}
    explicit registered_string_in(const std::wstring &text) noexcept : registered_string_in(text.c_str()) {}
    nvtxStringHandle_t get_handle() const noexcept { return handle; }

private:
    nvtxStringHandle_t handle;
};
using registered_string = registered_string_in<domain::global>;

/* Keeps a pointer only, therefore takes no strings that are about to go. */
class message {
public:
    using value_type = nvtxMessageValue_t;
    constexpr message(const char *text) noexcept : type(NVTX_MESSAGE_TYPE_ASCII), value{text} {}
    message(const std::string &text) noexcept : message(text.c_str()) {}
    message(std::string &&) = delete;
    message(const wchar_t *text) noexcept : type(NVTX_MESSAGE_TYPE_UNICODE) { value.unicode = text; }
    message(const std::wstring &text) noexcept : message(text.c_str()) {}
    message(std::wstring &&) = delete;
    template <typename D_>
    message(const registered_string_in<D_> &text) noexcept : type(NVTX_MESSAGE_TYPE_REGISTERED) {
        value.registered = text.get_handle();
    }
    constexpr message(nvtxMessageType_t type_, nvtxMessageValue_t value_) noexcept : type(type_), value(value_) {}
    constexpr value_type get_value() const noexcept { return value; }
    constexpr nvtxMessageType_t get_type() const noexcept { return type; }

private:
    nvtxMessageType_t type;
    value_type value{};
};

class payload {
public:
    using value_type = decltype(nvtxEventAttributes_t::payload);
    explicit payload(int64_t v) noexcept : type(NVTX_PAYLOAD_TYPE_INT64) { value.llValue = v; }
    explicit payload(int32_t v) noexcept : type(NVTX_PAYLOAD_TYPE_INT32) { value.iValue = v; }
    explicit payload(uint64_t v) noexcept : type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) { value.ullValue = v; }
    explicit payload(uint32_t v) noexcept : type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) { value.uiValue = v; }
    explicit payload(float v) noexcept : type(NVTX_PAYLOAD_TYPE_FLOAT) { value.fValue = v; }
    explicit payload(double v) noexcept : type(NVTX_PAYLOAD_TYPE_DOUBLE) { value.dValue = v; }
    payload(nvtxPayloadType_t type_, value_type value_) noexcept : type(type_), value(value_) {}
    value_type get_value() const noexcept { return value; }
    nvtxPayloadType_t get_type() const noexcept { return type; }

private:
    nvtxPayloadType_t type;
    value_type value{};
};

/* Any of the values above in any order; of two of a kind the first counts. */
class event_attributes {
public:
    using value_type = nvtxEventAttributes_t;

    event_attributes() noexcept : attributes() {
        attributes.version = NVTX_VERSION;
        attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    }
    template <typename... Args> explicit event_attributes(const category &c, const Args &...args) noexcept
        : event_attributes(args...) {
        attributes.category = c.get_id();
    }
    template <typename... Args> explicit event_attributes(const color &c, const Args &...args) noexcept
        : event_attributes(args...) {
        attributes.color = c.get_value();
        attributes.colorType = c.get_type();
    }
    template <typename... Args> explicit event_attributes(const rgb &c, const Args &...args) noexcept
        : event_attributes(color(c), args...) {}
    template <typename... Args> explicit event_attributes(const argb &c, const Args &...args) noexcept
        : event_attributes(color(c), args...) {}
    template <typename... Args> explicit event_attributes(const payload &p, const Args &...args) noexcept
        : event_attributes(args...) {
        attributes.payload = p.get_value();
        attributes.payloadType = p.get_type();
    }
    template <typename... Args> explicit event_attributes(const message &m, const Args &...args) noexcept
        : event_attributes(args...) {
        attributes.message = m.get_value();
        attributes.messageType = m.get_type();
    }

    event_attributes(const event_attributes &) = default;
    event_attributes &operator=(const event_attributes &) = default;

    constexpr const value_type *get() const noexcept { return &attributes; }

private:
    value_type attributes;
};

} // namespace v1
} // namespace nvtx3

#endif
