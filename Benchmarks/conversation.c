/* conversation PATH COUNT TARGET: opens an unblock request and keeps the block COUNT times over one
 * connection, and prints "p50 p99": microseconds from the first byte of Request to the last byte
 * of the answer to Keep. The first tenth warms up and is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "measuring.h"

/* Sends a message with its NUL and reads the answer with its NUL; exits where there is an error. */
static void ask(int server, const char *message, char *answer, size_t size) {
    size_t length = strlen(message) + 1, got = 0;
    if (write(server, message, length) != (ssize_t)length) exit(1);
    do {
        ssize_t more = read(server, answer + got, size - got);
        if (more <= 0) exit(1);
        got += (size_t)more;
    } while (answer[got - 1] != '\0' && got < size);
    if (strstr(answer, "\"error\"") != NULL) {
        fprintf(stderr, "%s\n", answer);
        exit(1);
    }
}

int main(int argc, char **argv) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 4 || strlen(argv[1]) >= sizeof address.sun_path || atoi(argv[2]) < 10 ||
        strlen(argv[3]) > 64) {
        fprintf(stderr, "usage: conversation PATH COUNT TARGET\n");
        return 64;
    }
    strcpy(address.sun_path, argv[1]);
    int count = atoi(argv[2]), warm = count / 10;
    double *times = malloc(sizeof *times * (size_t)count);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (times == NULL || connect(server, (struct sockaddr *)&address, sizeof address) < 0) {
        perror(argv[1]);
        return 1;
    }
    char request[256], keep[128], answer[8192];
    snprintf(request, sizeof request,
             "{\"method\":\"org.soteria.unblock.Request\",\"parameters\":{\"place\":{\"target\":"
             "\"%s\"},\"intent\":{\"purpose\":\"impulse\"}}}",
             argv[3]);
    for (int i = -warm; i < count; i++) {
        double start = now();
        ask(server, request, answer, sizeof answer);
        const char *number = strstr(answer, "\"request\":{\"request\":");
        if (number == NULL) return 1;
        snprintf(keep, sizeof keep,
                 "{\"method\":\"org.soteria.unblock.Keep\",\"parameters\":{\"request\":%ld}}",
                 atol(number + strlen("\"request\":{\"request\":")));
        ask(server, keep, answer, sizeof answer);
        if (i >= 0) times[i] = now() - start;
    }
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%.0f %.0f\n", times[count / 2], times[count * 99 / 100]);
    return 0;
}
