import Foundation
import SeededRandom
import Testing

@testable import soteria_agent

/// Bytes that desktops sent, and sources that read them.
enum FocusBench {
    /// The title that every window of the recordings has.
    static let title = Array("SECRETTITLE".utf8)

    /// A recording of what a server sent, and the source that it answered. Made with sway 1.7 and
    /// foot, and Xvfb with xterm below openbox and i3, all of Debian 12.
    struct Recording: Sendable, CustomTestStringConvertible {
        let name: String
        let source: any FocusProtocol
        /// Whether the desktop tells titles unasked.
        var tellsTitles = true

        var testDescription: String { name }
        var bytes: [UInt8] {
            get throws {
                let folder = URL(filePath: #filePath).deletingLastPathComponent()
                return try Array(Data(contentsOf: folder.appending(path: "Recordings/\(name).bin")))
            }
        }
    }

    /// Messages of real servers. In those of X11 the numbers of requests were moved when the agent
    /// began to ask for the end of the active window.
    static let recordings = [
        Recording(name: "sway", source: SwayFocus()),
        Recording(name: "i3", source: SwayFocus()),
        Recording(name: "wayland", source: WaylandFocus(awayAfter: 1)),
        Recording(
            name: "x11-openbox", source: X11Focus(awayAfter: 1, cookie: nil), tellsTitles: false),
        Recording(name: "x11-i3", source: X11Focus(awayAfter: 1, cookie: nil), tellsTitles: false),
    ]

    /// A recorded app in front.
    static func front(_ app: String, _ process: Int32? = nil) -> FocusEvent {
        .front(FrontWindow(app: app, process: process))
    }

    /// Whether bytes hold the start of the title.
    static func holdsTitle(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        guard bytes.count >= 4 else { return false }
        return (0...bytes.count - 4).contains { bytes[$0..<$0 + 4].elementsEqual(title.prefix(4)) }
    }

    /// Whether a value holds the start of the title in any text or array of bytes within it.
    static func keepsTitle(_ value: Any) -> Bool {
        switch value {
        case let text as String: return holdsTitle(text.utf8)
        case let bytes as [UInt8]: return holdsTitle(bytes)
        default: return Mirror(reflecting: value).children.contains { keepsTitle($0.value) }
        }
    }

    /// Random lengths of pieces that make up so many bytes.
    static func pieces(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
        var pieces: [Int] = []
        var left = count
        while left > 0 {
            let length = Bool.random(using: &random) ? 1 : Int.random(in: 1...200, using: &random)
            pieces.append(min(left, length))
            left -= min(left, length)
        }
        return pieces
    }

    /// Damages bytes in some places.
    static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: .min ... .max, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(.random(in: .min ... .max, using: &random), at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
            }
        }
        return bytes
    }
}

extension FocusProtocol {
    /// Receives bytes in pieces of these lengths, and the rest in one.
    mutating func receive(_ bytes: [UInt8], pieces: [Int] = []) -> FocusOutput {
        var output = FocusOutput()
        var start = 0
        for length in pieces + [bytes.count] where start < bytes.count {
            let piece = Array(bytes[start..<min(bytes.count, start + length)])
            let next = receive(piece.span.bytes)
            output.events += next.events
            output.reply += next.reply
            output.abilities = next.abilities ?? output.abilities
            output.failure = output.failure ?? next.failure
            start += piece.count
        }
        return output
    }

    /// Receives a text.
    mutating func receive(text: String) -> FocusOutput { receive(Array(text.utf8)) }
}
