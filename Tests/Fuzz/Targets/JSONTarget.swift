import Foundation
import Varlink

/// Any bytes as JSON, held against Foundation's reader.
enum JSONTarget {
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let foreign = try? JSONSerialization.jsonObject(
            with: Data(bytes), options: .fragmentsAllowed)
        let value: JSON
        do throws(JSONSyntaxError) {
            value = try JSON(parsing: bytes)
        } catch {
            promise((0...bytes.count).contains(error.offset), "an error stands in its text")
            promise(!error.reason.isEmpty, "an error has words")
            promise(
                foreign == nil || isStricter(error, bytes),
                "Foundation reads what is refused: \(error)")
            return
        }
        promise(foreign != nil || hasHugeNumber(value), "Foundation refuses what is read")
        if let foreign { promise(isSame(value, foreign), "Foundation reads the same value") }
        checkText(value)
    }

    /// Cases in which this parser is stricter than Foundation: choices that RFC 8259 leaves open,
    /// other encodings, and a comma before a closing bracket, which RFC 8259 does not allow but
    /// Foundation accepts.
    private static func isStricter(
        _ error: JSONSyntaxError, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        error.reason == "a duplicate name" || error.reason == "nested too deeply"
            || bytes.prefix(4).contains { $0 == 0 || $0 >= 0xef }
            || bytes[error.offset...].first.map { "]}".utf8.contains($0) } ?? false
    }

    /// Foundation refuses numbers beyond a double's range.
    private static func hasHugeNumber(_ value: JSON) -> Bool {
        switch value {
        case .number(let number): number.doubleValue == nil
        case .array(let elements): elements.contains { hasHugeNumber($0) }
        case .object(let members): members.contains { hasHugeNumber($0.value) }
        case .null, .bool, .integer, .string: false
        }
    }

    private static func isSame(_ value: JSON, _ foreign: Any) -> Bool {
        switch value {
        case .null: return foreign is NSNull
        case .bool(let bool): return (foreign as? NSNumber)?.boolValue == bool
        case .integer(let integer): return (foreign as? NSNumber)?.int64Value == integer
        case .number(let number):
            guard let double = number.doubleValue, let other = foreign as? NSNumber else {
                return false
            }
            promise(double == strtod(number.literal, nil), "the nearest double, \(number.literal)")
            // Foundation makes a decimal of it, and may be off in the last places.
            return abs(double - other.doubleValue) <= 64 * double.ulp
        case .string(let string):
            return (foreign as? String).map { $0.utf8.elementsEqual(string.utf8) } ?? false
        case .array(let elements):
            guard let others = foreign as? [Any] else { return false }
            return elements.count == others.count && zip(elements, others).allSatisfy(isSame)
        case .object(let members):
            guard let others = foreign as? [String: Any] else { return false }
            return members.count == others.count
                && members.allSatisfy { member in
                    others[member.name].map { isSame(member.value, $0) } ?? false
                }
        }
    }

    /// Checks that the written text of a value is one line and reads back as the same value.
    private static func checkText(_ value: JSON) {
        let text = value.bytes
        let again = try? JSON(parsing: text)
        promise(again == value, "a value that is written is read as the same")
        promise(again?.bytes == text, "a value has one text")
        promise(!text.contains { $0 < 0x20 }, "no control character is written")
        let decoded = try? value.decode(as: JSON.self)
        promise(decoded == .some(value), "a value decodes as itself")
        let encoded = try? JSON(encoding: value)
        promise(encoded == value, "a value encodes as itself")
    }
}
