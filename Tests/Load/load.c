/* load SOCKET [OPTION...]: puts a daemon under load from one thread and says what came of it, in
 * one object of JSON.
 *
 *   --connections N   connections that call (0)      --subscribers N  that follow decisions (0)
 *   --rate N          calls a second of all (1000)   --deaf N         of these that never read (0)
 *   --seconds N       how long (10)                  --decisions N    spread over that time (0)
 *
 * The rules have to be those of `rules.py`. Calls are made at an even pace whether or not the ones
 * before are answered, and a latency counts from the time at which the call was due: a daemon that
 * stands still for a while is charged with every call that it kept waiting. A decision is brought
 * about by switching a schedule, and its latency counts from then to each subscriber that reads.
 *
 * The exit code is 1 where a reply is wrong or missing, where a subscriber that reads was dropped
 * or told otherwise than the others, and where one that does not read was kept. Never for time. */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static struct options {
    const char *socket;
    long connections, rate, seconds, subscribers, deaf, decisions;
} asked = {.rate = 1000, .seconds = 10};

static struct peer *callers, *followers, switcher;
static struct latencies replies, servings, last_servings;
/* What the first subscriber that got so far was told, decision by decision. */
static struct log { char **texts; size_t count; long *served; } told;
static long wrong, lost_callers, lost_followers, calls_due, switches_due, behind, arrived;
static double start;
static int queue;

static double due_call(long number) { return start + (double)number * 1e6 / (double)asked.rate; }

static double due_switch(long number) {
    return start + ((double)number + 0.5) * (double)asked.seconds * 1e6 / (double)asked.decisions;
}

static void complain(const char *what, const char *message) {
    if (wrong++ < 5) fprintf(stderr, "load: %s: %.300s\n", what, message);
}

/* --- What comes in ---------------------------------------------------------------------------- */

/* An answer to a call: of one connection they are all the same, but for those about the risk. */
static void answered(struct peer *peer, const char *message, size_t length) {
    long number = peer->received++ * asked.connections + (peer - callers);
    note(&replies, now() - due_call(number));
    if (peer->received > peer->sent) complain("an answer to nothing", message);
    if (peer->expected != NULL && strstr(message, peer->expected) == NULL)
        return complain("a wrong answer", message);
    if (!peer->is_steady) return;
    if (peer->first == NULL) peer->first = copy(message, length);
    if (strcmp(peer->first, message) != 0) complain("another answer than before", message);
}

static void switched(struct peer *peer, const char *message, size_t length) {
    (void)length;
    peer->received++;
    if (strstr(message, "\"error\"") != NULL) complain("a switch", message);
}

/* The k-th decision that a subscriber was told is the k-th that every other was told. */
static void followed(struct peer *peer, const char *message, size_t length) {
    if (!peer->is_told) {
        peer->is_told = strstr(message, "\"targets\":[") != NULL;
        if (!peer->is_told) complain("no telling of how things stand", message);
        return;
    }
    int is_ours = strstr(message, "\"target\":\"switched\"") != NULL;
    /* The minute may have changed while some did not follow yet. */
    if (peer->received == 0 && !is_ours) return;
    size_t place = (size_t)peer->received++;
    if (place == told.count) {
        told.texts = room(told.texts, place, sizeof *told.texts);
        told.served = room(told.served, place, sizeof *told.served);
        told.texts[place] = copy(message, length);
        told.served[place] = 0;
        told.count++;
    } else if (strcmp(told.texts[place], message) != 0) {
        complain("another decision than the others were told", message);
    }
    if (!is_ours) return;
    double latency = now() - due_switch(peer->switches++);
    note(&servings, latency);
    if (++told.served[place] == asked.subscribers - asked.deaf) note(&last_servings, latency);
}

static void ended(struct peer *peer) {
    epoll_ctl(queue, EPOLL_CTL_DEL, peer->descriptor, NULL);
    peer->has_ended = 1;
    if (peer >= callers && peer < callers + asked.connections) lost_callers++;
    else if (peer == &switcher) complain("the connection that switches", "closed");
    else if (!peer->is_deaf) lost_followers++;
}

static void came(struct peer *peer, uint32_t events) {
    arrived++;
    if (peer->is_deaf) {
        if (events & (EPOLLHUP | EPOLLERR)) ended(peer);
        return;
    }
    if (!take(peer)) ended(peer);
}

/* Waits for what comes until an instant, and takes it in. */
static void wait_until(double instant) {
    struct epoll_event ready[256];
    double left = instant - now();
    if (left < 0) left = 0;
    struct timespec limit = {.tv_sec = (time_t)(left / 1e6),
                             .tv_nsec = (long)((left - (double)(time_t)(left / 1e6) * 1e6) * 1e3)};
    int count = epoll_pwait2(queue, ready, 256, &limit, NULL);
    if (count < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int i = 0; i < count; i++) came(ready[i].data.ptr, ready[i].events);
}

/* --- What goes out ---------------------------------------------------------------------------- */

static void call_what_is_due(double instant) {
    long total = asked.connections > 0 ? asked.rate * asked.seconds : 0;
    while (calls_due < total && due_call(calls_due) <= instant) {
        if (instant - due_call(calls_due) > (double)behind)
            behind = (long)(instant - due_call(calls_due));
        struct peer *peer = &callers[calls_due++ % asked.connections];
        peer->owed++;
        if (!peer->has_ended) give(peer);
    }
    while (switches_due < asked.decisions && due_switch(switches_due) <= instant) {
        switches_due++;
        switcher.owed++;
        give(&switcher);
    }
}

static double next_due(void) {
    double next = start + (double)asked.seconds * 1e6;
    if (asked.connections > 0 && calls_due < asked.rate * asked.seconds)
        next = due_call(calls_due);
    if (switches_due < asked.decisions && due_switch(switches_due) < next)
        next = due_switch(switches_due);
    return next;
}

/* Whether every call is answered, and every decision told to all who read. */
static int is_settled(void) {
    for (struct peer *peer = callers; peer < callers + asked.connections; peer++)
        if (!peer->has_ended && peer->received < peer->owed) return 0;
    if (switcher.received < switcher.owed) return 0;
    long dropped = 0;
    for (struct peer *peer = followers; peer < followers + asked.subscribers; peer++) {
        if (peer->is_deaf) dropped += peer->has_ended;
        else if (!peer->has_ended && (size_t)peer->received < told.count) return 0;
        else if (!peer->has_ended && peer->switches < asked.decisions) return 0;
    }
    return dropped == asked.deaf;
}

/* --- From the beginning to the end ------------------------------------------------------------ */

static void join(struct peer *peer, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = peer};
    enter(peer, asked.socket);
    if (epoll_ctl(queue, EPOLL_CTL_ADD, peer->descriptor, &event) < 0) fail("epoll_ctl");
}

static void connect_all(void) {
    static const char *const switches[] = {
        "{\"method\":\"org.soteria.quiethours.SetEnabled\",\"parameters\":{\"schedule\":"
        "\"switched\",\"enabled\":false}}",
        "{\"method\":\"org.soteria.quiethours.SetEnabled\",\"parameters\":{\"schedule\":"
        "\"switched\",\"enabled\":true}}"};
    static const char *const status[] = {"{\"method\":\"org.soteria.risk.GetStatus\"}"};
    static const char *const monitor[] = {
        "{\"method\":\"org.soteria.protection.Monitor\",\"more\":true}"};
    for (long i = 0; i < asked.connections; i++) {
        struct peer *peer = &callers[i];
        peer->taken = answered;
        if (i % 5 == 4) {
            say(peer, status, 1);
            peer->expected = "{\"parameters\":{\"status\":{\"score\":";
        } else {
            char *text, *expected;
            if (asprintf(&text,
                         "{\"method\":\"org.soteria.protection.Check\",\"parameters\":{\"site\":"
                         "\"www.site%ld.example\"}}", i % 10) < 0 ||
                asprintf(&expected, "\"targets\":[\"t%ld\"]", i % 10) < 0) fail("asprintf");
            const char *const check[] = {text};
            say(peer, check, 1);
            peer->expected = expected;
            peer->is_steady = 1;
            free(text);
        }
        join(peer, EPOLLIN);
    }
    for (long i = 0; i < asked.subscribers; i++) {
        followers[i].taken = followed;
        followers[i].is_deaf = i < asked.deaf;
        followers[i].owed = 1;
        say(&followers[i], monitor, 1);
        join(&followers[i], followers[i].is_deaf ? 0 : EPOLLIN);
        give(&followers[i]);
    }
    switcher.taken = switched;
    say(&switcher, switches, 2);
    if (asked.decisions > 0) join(&switcher, EPOLLIN);
    /* Time begins when everybody knows how things stand. */
    double limit = now() + 300e6;
    for (long i = asked.deaf; i < asked.subscribers; i++)
        while (!followers[i].is_told && !followers[i].has_ended && now() < limit) wait_until(limit);
}

static long missing(void) {
    long count = 0;
    for (struct peer *peer = callers; peer < callers + asked.connections; peer++)
        count += peer->owed - peer->received;
    return count + switcher.owed - switcher.received;
}

static int tell(double seconds) {
    long kept = 0, untold = 0, joined = 0;
    for (struct peer *peer = followers; peer < followers + asked.subscribers; peer++) {
        kept += peer->is_deaf && !peer->has_ended;
        untold += !peer->is_deaf && (peer->switches < asked.decisions ||
                                     (size_t)peer->received < told.count);
        joined += peer->is_told;
    }
    printf("{\"calls\": %ld, \"seconds\": %.2f, \"wrong\": %ld, \"unanswered\": %ld, "
           "\"lostCallers\": %ld, \"behind\": %ld, ", calls_due, seconds, wrong, missing(),
           lost_callers, behind);
    printf("\"decisions\": %ld, \"told\": %zu, \"readers\": %ld, \"lostReaders\": %ld, "
           "\"untold\": %ld, \"deaf\": %ld, \"keptDeaf\": %ld, ", asked.decisions, told.count,
           joined, lost_followers, untold, asked.deaf, kept);
    print("reply", &replies);
    printf(", ");
    print("served", &servings);
    printf(", ");
    print("lastServed", &last_servings);
    printf("}\n");
    return wrong > 0 || missing() > 0 || lost_callers > 0 || lost_followers > 0 || untold > 0 ||
           kept > 0;
}

static void parse(int argc, char **argv) {
    static const struct option names[] = {
        {"connections", 1, NULL, 'c'}, {"rate", 1, NULL, 'r'}, {"seconds", 1, NULL, 's'},
        {"subscribers", 1, NULL, 'f'}, {"deaf", 1, NULL, 'd'}, {"decisions", 1, NULL, 'n'},
        {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1) {
        if (option == '?') exit(64);
        *(option == 'c' ? &asked.connections : option == 'r' ? &asked.rate :
          option == 's' ? &asked.seconds : option == 'f' ? &asked.subscribers :
          option == 'd' ? &asked.deaf : &asked.decisions) = atol(optarg);
    }
    if (optind != argc - 1 || asked.rate < 1 || asked.seconds < 1 ||
        asked.deaf > asked.subscribers) {
        fprintf(stderr, "usage: load SOCKET [OPTION...], as load.c says\n");
        exit(64);
    }
    asked.socket = argv[optind];
}

int main(int argc, char **argv) {
    parse(argc, argv);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    prctl(PR_SET_TIMERSLACK, 1UL);
    callers = calloc((size_t)asked.connections + 1, sizeof *callers);
    followers = calloc((size_t)asked.subscribers + 1, sizeof *followers);
    queue = epoll_create1(EPOLL_CLOEXEC);
    if (callers == NULL || followers == NULL || queue < 0) fail("load");
    connect_all();
    start = now();
    double end = start + (double)asked.seconds * 1e6;
    while (now() < end) {
        call_what_is_due(now());
        wait_until(next_due());
    }
    call_what_is_due(end);
    /* Until everything is answered, or nothing comes any more. */
    double last = now();
    for (long seen = arrived; !is_settled() && now() < last + 60e6; wait_until(now() + 10e3)) {
        if (arrived == seen) continue;
        seen = arrived;
        last = now();
    }
    return tell((now() - start) / 1e6);
}
