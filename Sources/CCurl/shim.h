/* libcurl's easy interface. Its setter and getter take arguments of any type, which Swift cannot
   call: here is one function for each type. And a call of the kernel that Swift's Glibc lacks. */
#pragma once

#include <curl/curl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/* Strings, lists and bytes. libcurl copies strings and what COPYPOSTFIELDS is given, not lists. */
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

/* Both functions get `receiver` as their last argument. */
static inline CURLcode curl_set_receiver(
    CURL *handle, curl_write_callback header, curl_write_callback body, void *receiver) {
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, receiver);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    return curl_easy_setopt(handle, CURLOPT_WRITEDATA, receiver);
}

static inline long curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/* renameat2(2) in one directory with RENAME_NOREPLACE. */
static inline int rename_if_absent(int directory, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, directory, from, directory, to, 1U);
}
