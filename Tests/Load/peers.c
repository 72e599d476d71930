#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The longest message that is taken in. */
enum { LONGEST = 256 << 10 };

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

void fail(const char *what) {
    perror(what);
    exit(1);
}

void *room(void *items, size_t count, size_t size) {
    /* At each power of two it is doubled. */
    if (count & (count - 1)) return items;
    items = realloc(items, (count == 0 ? 1 : count * 2) * size);
    if (items == NULL) fail("realloc");
    return items;
}

char *copy(const char *message, size_t length) {
    char *text = malloc(length + 1);
    if (text == NULL) fail("malloc");
    memcpy(text, message, length);
    text[length] = 0;
    return text;
}

void say(struct peer *peer, const char *const *messages, size_t count) {
    peer->kinds = count;
    for (size_t i = 0; i < count; i++) {
        peer->lengths[i] = strlen(messages[i]) + 1;
        peer->messages[i] = copy(messages[i], peer->lengths[i] - 1);
    }
}

/* Connects in a process of its own: the daemon gives each process only a share of its connections,
 * and goes by the process that connects. Blocks while the daemon's queue of new ones is full. */
static int connect_elsewhere(int descriptor, const struct sockaddr_un *address) {
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(connect(descriptor, (const struct sockaddr *)address, sizeof *address) < 0 ? errno
                                                                                         : 0);
    if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
    errno = WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
    return errno == 0 ? 0 : -1;
}

void enter(struct peer *peer, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        fail(path);
    }
    strcpy(address.sun_path, path);
    peer->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    peer->buffer = malloc(LONGEST);
    if (peer->descriptor < 0 || peer->buffer == NULL ||
        connect_elsewhere(peer->descriptor, &address) < 0 ||
        fcntl(peer->descriptor, F_SETFL, O_NONBLOCK) < 0)
        fail(path);
}

void give(struct peer *peer) {
    while (peer->sent < peer->owed) {
        size_t kind = (size_t)peer->sent % peer->kinds;
        ssize_t count = send(peer->descriptor, peer->messages[kind] + peer->begun,
                             peer->lengths[kind] - peer->begun, MSG_NOSIGNAL);
        /* A full connection is tried again with the next answer; an end is seen by reading. */
        if (count < 0) return;
        peer->begun += (size_t)count;
        if (peer->begun < peer->lengths[kind]) return;
        peer->begun = 0;
        peer->sent++;
    }
}

int take(struct peer *peer) {
    ssize_t count = read(peer->descriptor, peer->buffer + peer->filled, LONGEST - peer->filled);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 1;
    if (count <= 0) return 0;
    char *message = peer->buffer, *end = peer->buffer + peer->filled + count;
    char *searched = peer->buffer + peer->filled, *last;
    while ((last = memchr(searched, 0, (size_t)(end - searched))) != NULL) {
        peer->taken(peer, message, (size_t)(last - message));
        message = searched = last + 1;
    }
    peer->filled = (size_t)(end - message);
    memmove(peer->buffer, message, peer->filled);
    if (peer->filled == LONGEST) {
        errno = EMSGSIZE;
        fail("an answer");
    }
    give(peer);
    return 1;
}

void note(struct latencies *latencies, double microseconds) {
    latencies->values = room(latencies->values, latencies->count, sizeof *latencies->values);
    latencies->values[latencies->count++] = (float)microseconds;
}

static int ascending(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(const struct latencies *latencies, double share) {
    if (latencies->count == 0) return 0;
    size_t place = (size_t)(share * (double)latencies->count);
    return latencies->values[place < latencies->count ? place : latencies->count - 1];
}

void print(const char *name, struct latencies *latencies) {
    qsort(latencies->values, latencies->count, sizeof *latencies->values, ascending);
    printf("\"%s\": {\"count\": %zu, \"p50\": %.0f, \"p99\": %.0f, \"p999\": %.0f, \"max\": %.0f}",
           name, latencies->count, percentile(latencies, 0.5), percentile(latencies, 0.99),
           percentile(latencies, 0.999), percentile(latencies, 1));
}
