/* memcpy_async: the members of a group copy together; wait says when all is there.
 *
 * Nothing is gained here by copying later, so each member copies its pieces at once and wait() only meets the others. A
 * piece is what the alignment that the types or cuda::aligned_size_t promise allows, 16 bytes at most; neighbouring
 * members copy neighbouring pieces. CUDA C++ Programming Guide, Cooperative Groups: Data Transfer (memcpy_async; wait
 * and wait_prior).
 */
#ifndef SOFTWARP_GROUPS_COPY_H
#define SOFTWARP_GROUPS_COPY_H

#pragma GCC system_header


namespace cooperative_groups {
namespace __v1 {
namespace details {

template <unsigned bytes> struct sw_piece;
template <> struct sw_piece<1> { typedef unsigned char type; };
template <> struct sw_piece<2> { typedef unsigned short type; };
template <> struct sw_piece<4> { typedef unsigned int type; };
template <> struct sw_piece<8> { typedef unsigned long long type; };
template <> struct sw_piece<16> { typedef uint4 type; };

/* In pieces of `piece` bytes, and then the bytes that are left. rank: of the caller among `size`. */
template <unsigned piece>
SW_DEVICE void sw_copy(void *to, const void *from, __SIZE_TYPE__ bytes, __SIZE_TYPE__ rank, __SIZE_TYPE__ size) {
    typedef typename sw_piece<piece>::type __attribute__((may_alias)) T_;
    __SIZE_TYPE__ pieces = bytes / piece;
    for (__SIZE_TYPE__ i = rank; i < pieces; i += size) ((T_ *)to)[i] = ((const T_ *)from)[i];
    for (__SIZE_TYPE__ i = pieces * piece + rank; i < bytes; i += size) ((char *)to)[i] = ((const char *)from)[i];
}

template <unsigned alignment> struct sw_piece_of { static constexpr unsigned value = alignment < 16 ? alignment : 16; };
template <class T_> struct sw_alignment_of { static constexpr unsigned value = alignof(T_); };
template <> struct sw_alignment_of<void> { static constexpr unsigned value = 1; };
template <> struct sw_alignment_of<const void> { static constexpr unsigned value = 1; };
constexpr unsigned sw_smaller(unsigned a, unsigned b) { return a < b ? a : b; }

/* The alignment that a size promises: plain numbers promise nothing, cuda::aligned_size_t has a member that says it, be it
 * ours or a real libcu++'s. */
template <class> struct sw_is_there { typedef void type; };
template <class Size, class = void> struct sw_promise { static constexpr unsigned value = 1; };
template <class Size> struct sw_promise<Size, typename sw_is_there<decltype(Size::align)>::type> {
    static constexpr unsigned value = (unsigned)Size::align;
};
/* What is known of both ends together. */
template <class To, class From, class Size> struct sw_known_alignment {
    static constexpr unsigned types = sw_smaller(sw_alignment_of<To>::value, sw_alignment_of<From>::value);
    static constexpr unsigned most = sw_promise<Size>::value > types ? sw_promise<Size>::value : types;
    static constexpr unsigned value = sw_piece_of<most>::value;
};

}

/* A number of bytes. */
template <class Group, class To, class From, class Size>
SW_MEMBER void memcpy_async(const Group &group, To *to, const From *from, const Size &bytes) {
    constexpr unsigned piece = details::sw_known_alignment<To, From, Size>::value;
    details::sw_copy<piece>((void *)to, (const void *)from, (__SIZE_TYPE__)bytes, group.thread_rank(), group.size());
}
/* Of two layouts, which are numbers of elements, the smaller one. */
template <class Group, class To, class From, class ToLayout, class FromLayout>
SW_MEMBER void memcpy_async(const Group &group, To *to, const ToLayout &to_count, const From *from,
                            const FromLayout &from_count) {
    static_assert(sizeof(To) == sizeof(From), "memcpy_async with layouts is for elements of one type");
    constexpr unsigned piece = details::sw_known_alignment<To, From, ToLayout>::value;
    __SIZE_TYPE__ a = (__SIZE_TYPE__)to_count, b = (__SIZE_TYPE__)from_count, count = a < b ? a : b;
    details::sw_copy<piece>((void *)to, (const void *)from, count * sizeof(To), group.thread_rank(), group.size());
}

/* All copies of the group are there; all but those of the `Stages` last calls, which are too. */
template <class Group> SW_MEMBER void wait(const Group &group) { group.sync(); }
template <unsigned Stages, class Group> SW_MEMBER void wait_prior(const Group &group) { group.sync(); }

}
using namespace __v1;

}

#endif
