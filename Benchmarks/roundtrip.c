/* roundtrip PATH COUNT MESSAGE: sends MESSAGE and its NUL COUNT times over one connection, each
 * after the answer to the one before, and prints "p50 p99 bytes": microseconds, and the length
 * of an answer. The first tenth warms up and is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "measuring.h"

int main(int argc, char **argv) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 4 || strlen(argv[1]) >= sizeof address.sun_path || atoi(argv[2]) < 10) {
        fprintf(stderr, "usage: roundtrip PATH COUNT MESSAGE\n");
        return 64;
    }
    strcpy(address.sun_path, argv[1]);
    int count = atoi(argv[2]), warm = count / 10;
    size_t length = strlen(argv[3]) + 1, bytes = 0;
    double *times = malloc(sizeof *times * (size_t)count);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (times == NULL || connect(server, (struct sockaddr *)&address, sizeof address) < 0) {
        perror(argv[1]);
        return 1;
    }
    for (int i = -warm; i < count; i++) {
        double start = now();
        if (write(server, argv[3], length) != (ssize_t)length)
            return 1;
        char answer[65536];
        bytes = 0;
        do {
            ssize_t got = read(server, answer, sizeof answer);
            if (got <= 0) {
                fprintf(stderr, "%s: closed\n", argv[1]);
                return 1;
            }
            bytes += (size_t)got;
            if (answer[got - 1] == 0)
                break;
        } while (1);
        if (i >= 0)
            times[i] = now() - start;
    }
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%.2f %.2f %zu\n", times[count / 2], times[count * 99 / 100], bytes);
    return 0;
}
