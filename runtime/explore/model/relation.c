/* What takes a loop over all events: closing relations, and looking for cycles. */
#include "explore/model/relation.h"

void swrt_relation_close(struct swrt_relation *relation, unsigned count) {
    for (unsigned middle = 0; middle < count; middle++) {
        struct swrt_set row = relation->of[middle];
        if (swrt_set_is_empty(&row))
            continue;
        for (unsigned e = 0; e < count; e++)
            if (swrt_set_has(&relation->of[e], middle))
                swrt_set_unite(&relation->of[e], &row);
    }
}

bool swrt_relation_add_closed(struct swrt_relation *relation, unsigned count, unsigned a, unsigned b) {
    if (swrt_relation_has(relation, a, b))
        return !swrt_relation_has(relation, a, a);
    struct swrt_set reached = relation->of[b];
    swrt_set_add(&reached, b);
    for (unsigned e = 0; e < count; e++)
        if (e == a || swrt_relation_has(relation, e, a))
            swrt_set_unite(&relation->of[e], &reached);
    return !swrt_relation_has(relation, a, a);
}

bool swrt_relation_is_reflexive(const struct swrt_relation *relation, unsigned count) {
    for (unsigned e = 0; e < count; e++)
        if (swrt_relation_has(relation, e, e))
            return true;
    return false;
}

/* Takes away events that nothing left follows, until none is left, or none can be taken. */
bool swrt_relation_is_acyclic(const struct swrt_relation *relation, unsigned count) {
    struct swrt_set left = {0};
    for (unsigned e = 0; e < count; e++)
        swrt_set_add(&left, e);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (unsigned e = count; e-- > 0;) /* a thread's last event first */
            if (swrt_set_has(&left, e) && !swrt_set_meets(&relation->of[e], &left)) {
                swrt_set_remove(&left, e);
                goes_on = true;
            }
    }
    return swrt_set_is_empty(&left);
}
