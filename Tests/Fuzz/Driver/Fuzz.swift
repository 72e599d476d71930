import Glibc

/// libFuzzer's own loop, for programs that have a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target that runs: set once, before libFuzzer begins.
nonisolated(unsafe) private var chosen = FuzzTarget.json

/// Runs the target that `SOTERIA_FUZZ_TARGET` names.
@main
struct Fuzz {
    static func main() {
        let name = getenv("SOTERIA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
            print("SOTERIA_FUZZ_TARGET is none of \(names)")
            exit(64)
        }
        chosen = target
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments, runOne))
    }
}

/// Gives one input to the target, under the name that libFuzzer's own `main` looks for.
@_cdecl("LLVMFuzzerTestOneInput")
func runOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.run(UnsafeBufferPointer(start: start, count: count))
    return 0
}

/// Promises something that must hold for every input; an input that breaks it is kept.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) {
    if holds { return }
    print("broken promise: \(words())")
    fflush(nil)
    abort()
}
