/* subscribers PATH COUNT DECISIONS SCHEDULE: follows the decisions COUNT times, switches a schedule
 * off and on again so that DECISIONS decisions come of it, and prints "p50 p99 max": microseconds
 * from the first byte of the switch until the last subscriber has read the decision. The first
 * tenth warms up and is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "measuring.h"

static int connected(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) < 0) {
        perror(path);
        exit(1);
    }
    return server;
}

static void tell(int server, const char *message) {
    if (write(server, message, strlen(message) + 1) != (ssize_t)strlen(message) + 1) exit(1);
}

/* Reads until all subscribers have got one message more; whoever switched may be among them. */
static void until_all_are_told(int epoll, int count) {
    while (count > 0) {
        struct epoll_event ready[256];
        int some = epoll_wait(epoll, ready, 256, 10000);
        if (some <= 0) {
            fprintf(stderr, "%d subscribers were told nothing\n", count);
            exit(1);
        }
        for (int i = 0; i < some; i++) {
            char message[65536];
            ssize_t got = read(ready[i].data.fd, message, sizeof message);
            if (got <= 0) exit(1);
            count -= message[got - 1] == '\0';
        }
    }
}

int main(int argc, char **argv) {
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (argc != 5 || strlen(argv[1]) > 107 || atoi(argv[2]) < 1 || atoi(argv[3]) < 10 ||
        strlen(argv[4]) > 64) {
        fprintf(stderr, "usage: subscribers PATH COUNT DECISIONS SCHEDULE\n");
        return 64;
    }
    int count = atoi(argv[2]), decisions = atoi(argv[3]), warm = decisions / 10;
    int epoll = epoll_create1(0), switcher = connected(argv[1]);
    double *times = malloc(sizeof *times * (size_t)decisions);
    if (epoll < 0 || times == NULL) return 1;
    for (int i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.fd = connected(argv[1])};
        epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
        tell(event.data.fd, "{\"method\":\"org.soteria.protection.Monitor\",\"more\":true}");
    }
    until_all_are_told(epoll, count);
    for (int i = -warm; i < decisions; i++) {
        char message[256], answer[8192];
        snprintf(message, sizeof message,
                 "{\"method\":\"org.soteria.quiethours.SetEnabled\",\"parameters\":{\"schedule\":"
                 "\"%s\",\"enabled\":%s}}", argv[4], (i + warm) % 2 == 0 ? "false" : "true");
        double start = now();
        tell(switcher, message);
        until_all_are_told(epoll, count);
        if (i >= 0) times[i] = now() - start;
        ssize_t got = 0;
        do {
            ssize_t more = read(switcher, answer + got, sizeof answer - (size_t)got);
            if (more <= 0) return 1;
            got += more;
        } while (answer[got - 1] != '\0');
        if (strstr(answer, "\"error\"") != NULL) {
            fprintf(stderr, "%s\n", answer);
            return 1;
        }
    }
    qsort(times, (size_t)decisions, sizeof *times, ascending);
    printf("%.0f %.0f %.0f\n", times[decisions / 2], times[decisions * 99 / 100],
           times[decisions - 1]);
    return 0;
}
