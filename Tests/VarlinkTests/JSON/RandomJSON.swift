import SeededRandom

@testable import Varlink

extension JSON {
    /// A value of any kind, nested at most `depth` deep.
    static func random(from source: inout SeededGenerator, depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &source) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &source))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &source))
        case 3: return .integer(Int64.random(in: -9...9, using: &source))
        case 4:
            let double = Double(bitPattern: source.next())
            return JSONNumber(double).map(JSON.number) ?? .null
        case 5: return .string(randomString(from: &source))
        case 6:
            let count = Int.random(in: 0...4, using: &source)
            return .array((0..<count).map { _ in random(from: &source, depth: depth - 1) })
        default:
            let count = Int.random(in: 0...4, using: &source)
            return .object(
                JSONObject(
                    (0..<count).map { _ in
                        (randomString(from: &source), random(from: &source, depth: depth - 1))
                    }))
        }
    }

    private static func randomString(from source: inout SeededGenerator) -> String {
        var string = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &source) {
            let limits: [UInt32] = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000]
            let limit = limits.randomElement(using: &source) ?? 0x80
            let code = UInt32.random(in: 0..<limit, using: &source)
            if let scalar = Unicode.Scalar(code) { string.append(scalar) }
        }
        return String(string)
    }
}
