/* Memory by the page: address space, what may be done there, and where its pages come from.
 *
 * Addresses are multiples of a page's size (4096) unless it says otherwise; so are sizes, or they count as the next one.
 * Memory that is mapped is zero, and becomes real where it is touched: to map much and to use little costs little. */
#ifndef SWRT_PAGES_H
#define SWRT_PAGES_H

#include <stdbool.h>
#include <stddef.h>

enum swrt_access { SWRT_NO_ACCESS, SWRT_READ_ONLY, SWRT_READ_WRITE };

/* Address space where nobody may do anything yet; null: so much is not left (ulimit -v). */
void *swrt_pages_reserve(size_t bytes);

/* Zeros to read and write; null: out of memory. */
void *swrt_pages_map(size_t bytes);

/* Gives address space back, with what lies there. Before: it is from one of these functions. */
void swrt_pages_unmap(void *start, size_t bytes);

/* Says what may be done there from now on; what lies there stays. false: that is not possible, and part of it may be done
 * already. Before: all of it is mapped or reserved. */
bool swrt_pages_allow(void *start, size_t bytes, enum swrt_access access);

/* Takes the pages away; zeros are there when they are touched next. What may be done there stays. */
void swrt_pages_discard(void *start, size_t bytes);

/* Puts zeros of this process's own in the place of whatever was there. false: out of memory. */
bool swrt_pages_renew(void *start, size_t bytes, enum swrt_access access);

/* Puts a file's bytes from `offset` on in the place of whatever was there: who writes to them writes to the file, as
 * others see it that have mapped it. offset: of a page. The file may be closed afterwards. false: that is not possible,
 * and what was there stays. */
bool swrt_pages_map_file(void *start, size_t bytes, enum swrt_access access, int file, size_t offset);

/* The same from the file's start on, to read and write, wherever there is room; null: not possible. */
void *swrt_pages_map_whole_file(size_t bytes, int file);

/* Makes a hole in the file that is mapped there: its bytes become zeros, and take no memory. */
void swrt_pages_discard_file(void *start, size_t bytes);

/* Hints: memory that is used all over does best with large pages (2 MB), such as is used here and there with small ones.
 * The second says whether the system takes it. */
void swrt_pages_prefer_huge(void *start, size_t bytes);
bool swrt_pages_prefer_small(void *start, size_t bytes);

/* Makes pages real before they are touched, where the system can; it may as well do nothing. */
void swrt_pages_populate(void *start, size_t bytes);

#endif
