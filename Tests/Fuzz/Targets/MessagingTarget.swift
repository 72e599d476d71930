import API
import Glibc
import Varlink

@testable import soteria_browser_host

/// Any bytes from a browser. After an odd first byte they are messages, with NULs between them, and
/// are given their lengths; after an even one they have to bring those themselves.
enum MessagingTarget {
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        let stream = first & 1 == 0 ? Array(bytes.dropFirst()) : framed(bytes.dropFirst())
        let (requests, fault) = requests(in: stream)
        checkFrames(stream, requests.count, fault)
        // A stream has a thread of its own, and what it says no certain place.
        let hasStream = requests.contains { request in
            guard case .call(_, let method, _, let more) = request else { return false }
            return more && AllowedMethods.allows(method)
        }
        if !hasStream { checkAnswers(stream, requests, fault) }
    }

    private static func framed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).flatMap { text in
            withUnsafeBytes(of: UInt32(text.count)) { Array($0) } + text
        }
    }

    /// The requests that the program reads, and the fault at which it stops; nil at the end of the
    /// input.
    private static func requests(in stream: [UInt8]) -> ([ExtensionMessage], InputFault?) {
        let input = MemoryFile(stream)
        let reader = FrameReader(descriptor: input.descriptor)
        var requests: [ExtensionMessage] = []
        do throws(InputFault) {
            while let frame = try reader.next() { requests.append(try ExtensionMessage(frame)) }
            return (requests, nil)
        } catch {
            promise(error.exitStatus == EX_DATAERR, "\(error) is the sender's fault")
            return (requests, error)
        }
    }

    /// The frames are those that a plain walk along the lengths finds.
    private static func checkFrames(_ stream: [UInt8], _ read: Int, _ fault: InputFault?) {
        var rest = stream[...]
        var whole = 0
        while rest.count >= Frame.headerSize {
            let length = rest.prefix(Frame.headerSize).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= Frame.maxLength, rest.count >= Frame.headerSize + length else { break }
            rest = rest.dropFirst(Frame.headerSize + length)
            whole += 1
        }
        promise(read <= whole, "no more messages are read than there are")
        if fault == nil { promise(read == whole && rest.isEmpty, "all of them are read") }
        if fault == .truncated { promise(read == whole && !rest.isEmpty, "the last is cut off") }
    }

    /// Without a daemon each call is answered, in its turn, by whether it is allowed.
    private static func checkAnswers(
        _ stream: [UInt8], _ requests: [ExtensionMessage], _ fault: InputFault?
    ) {
        let (input, output) = (MemoryFile(stream), MemoryFile([]))
        let writer = FrameWriter(descriptor: output.descriptor) {
            promise(false, "what is said can be written")
        }
        let pump = Pump(
            input: FrameReader(descriptor: input.descriptor), output: writer,
            address: SocketAddress(path: "/proc/self/no-such-socket"))
        var found: InputFault?
        do throws(InputFault) { try pump.run() } catch { found = error }
        promise(found == fault, "the program stops where its reader does")
        let answers = answers(in: output.contents)
        promise(answers.first?["hello"] != nil, "it says hello first")
        let expected = requests.compactMap { request -> JSON? in
            switch request {
            case .hello(let id, _): return .object(HostMessage.reply(id, [:]))
            case .cancel: return nil
            case .call(let id, let method, _, _):
                let error =
                    AllowedMethods.allows(method)
                    ? HostError.daemonGone : HostError.notAllowed(method)
                return .object(HostMessage.error(id, error))
            }
        }
        promise(Array(answers.dropFirst()) == expected, "each call is answered, in its turn")
    }

    private static func answers(in stream: [UInt8]) -> [JSON] {
        let reader = FrameReader(descriptor: MemoryFile(stream).detach())
        defer { close(reader.descriptor) }
        var answers: [JSON] = []
        while let frame = try? reader.next() {
            guard let json = try? JSON(parsing: frame) else {
                promise(false, "what is said is JSON")
                return answers
            }
            answers.append(json)
        }
        return answers
    }
}
