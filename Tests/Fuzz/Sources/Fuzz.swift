import Glibc

/// libFuzzer's own loop, for programs that have a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs one of the targets: `expression` or `rules`, as `SOTERIA_FUZZ_TARGET` says.
@main
struct Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let name = getenv("SOTERIA_FUZZ_TARGET").map { String(cString: $0) }
        switch name {
        case "expression":
            exit(
                runDriver(&count, &arguments) { start, count in
                    ExpressionTarget.run(UnsafeBufferPointer(start: start, count: count))
                    return 0
                })
        case "rules":
            exit(
                runDriver(&count, &arguments) { start, count in
                    RulesTarget.run(UnsafeBufferPointer(start: start, count: count))
                    return 0
                })
        default:
            print("SOTERIA_FUZZ_TARGET is neither expression nor rules")
            exit(64)
        }
    }
}

/// What must hold for every input; the input is kept where it does not.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) {
    if holds { return }
    print("broken promise: \(words())")
    fflush(nil)
    abort()
}
