import CSystemd

/// The memory of this process, as the C library's allocator holds it.
package enum ProcessMemory {
    /// Keeps every block of 128 KiB or more apart, so that its memory goes back to the system when
    /// the block is freed. Without this, the allocator raises that size to the largest block ever
    /// freed, and one burst of large messages would stay in memory. Call it before any thread
    /// starts.
    package static func keepLargeBlocksApart() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        // Setting the one stops the other from adapting; small blocks may come and go.
        mallopt(M_TRIM_THRESHOLD, 2 << 20)
    }

    /// Gives unused memory back to the system, which takes some milliseconds.
    package static func release() { malloc_trim(0) }
}
