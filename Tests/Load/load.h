/* Connections that carry messages, and latencies, for load.c. */
#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>

struct peer;

/* What becomes of a message that came, without its NUL. */
typedef void taker(struct peer *peer, const char *message, size_t length);

/* One connection. */
struct peer {
    int descriptor;
    taker *taken;
    /* What is sent, one after the other and again from the first, with the NULs. */
    char *messages[2];
    size_t lengths[2], kinds;
    /* How many should have been sent by now, how many were, and how much of the next. */
    long owed, sent, received;
    size_t begun;
    /* What has come of a message that is not whole. */
    char *buffer;
    size_t filled;
    /* What every answer holds; whether all are the same, and the first. */
    const char *expected;
    char *first;
    int is_steady;
    /* Of a subscriber: whether it reads, whether it was told how things stand, and how many
     * decisions came by switching. */
    int is_deaf, is_told;
    long switches;
    int has_ended;
};

/* Microseconds, in the order in which they were noted. */
struct latencies { float *values; size_t count; };

/* Microseconds of the monotonic clock. */
double now(void);

/* Ends the program with the reason of the last system call. */
void fail(const char *what);

/* Room for one more item behind `count` of them. */
void *room(void *items, size_t count, size_t size);

/* A copy of a message that ends in a NUL. */
char *copy(const char *message, size_t length);

/* Sets what a peer sends. */
void say(struct peer *peer, const char *const *messages, size_t count);

/* Connects a peer; it does not block from then on. */
void enter(struct peer *peer, const char *path);

/* Sends what is owed, as far as the connection takes it. */
void give(struct peer *peer);

/* Takes in what came; 0 where the connection has ended. */
int take(struct peer *peer);

void note(struct latencies *latencies, double microseconds);

/* Prints the latencies' count and percentiles as a member of an object in JSON. */
void print(const char *name, struct latencies *latencies);

#endif
