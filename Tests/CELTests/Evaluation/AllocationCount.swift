import CEL
import Foundation
import Testing

/// Counts the objects that one thread makes.
///
/// The runtime lets tools take its allocation over: `_swift_allocObject` is what it calls while its
/// switch is on. Other threads pass through uncounted, but the switch is the whole process's: only
/// a process that does nothing else is safe with it.
enum AllocationCount {
    private typealias Allocate =
        @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    nonisolated(unsafe) private static let handle = dlopen(nil, RTLD_NOW)
    nonisolated(unsafe) private static let hook = dlsym(handle, "_swift_allocObject")
    nonisolated(unsafe) private static let enabling = dlsym(
        handle, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")

    static var isAvailable: Bool { hook != nil }

    // Written by the one test that counts, read by whatever thread makes an object meanwhile.
    nonisolated(unsafe) private static var original: Allocate?
    nonisolated(unsafe) private static var thread = pthread_self()
    nonisolated(unsafe) private static var count = 0

    /// How many objects the body makes on this thread, once what is made once is there.
    static func during(_ body: () -> Void) -> Int {
        _ = counted(body)
        return counted(body)
    }

    private static func counted(_ body: () -> Void) -> Int {
        guard let place = hook?.assumingMemoryBound(to: Allocate.self) else { return 0 }
        original = place.pointee
        thread = pthread_self()
        count = 0
        place.pointee = { metadata, size, alignment in
            if pthread_equal(pthread_self(), AllocationCount.thread) != 0 {
                AllocationCount.count += 1
            }
            return AllocationCount.original?(metadata, size, alignment)
        }
        enabling?.assumingMemoryBound(to: UInt8.self).pointee = 1
        body()
        enabling?.assumingMemoryBound(to: UInt8.self).pointee = 0
        if let original { place.pointee = original }
        return count
    }
}
