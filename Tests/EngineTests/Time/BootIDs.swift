import Foundation
import Testing

@testable import Engine

/// A boot's id is a number inside; outside it is the text that it was made from.
struct BootIDs {
    static let texts = [
        "", "b", "boot 1", "é", "0", "00", "0123456789abcdef",
        "0123456789abcdef0123456789abcdef", "00000000000000000000000000000000",
        "ffffffffffffffffffffffffffffffff",
    ]

    @Test(arguments: texts)
    func keepItsText(text: String) throws {
        let id = BootID(text)
        #expect(id.text == text)
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([BootID].self, from: json) == [id])
    }

    /// A text that no machine has is kept as another one, which stays the same.
    @Test(arguments: [
        "01234567-89ab-cdef-0123-456789abcdef", "0123456789ABCDEF0123456789ABCDEF",
        "0123456789abcdefg", "0123456789abcdef0123456789abcdeg", "0123456789abcdef0123456789abcde",
    ])
    func othersAreToldApart(text: String) throws {
        let id = BootID(text)
        #expect(id == BootID(text) && BootID(id.text) == id)
        #expect(id != BootID(text + "0") && id.text.utf8.count == 32)
    }

    @Test func noTwoAreEqual() {
        let others = ["0123456789ABCDEF0123456789ABCDEF", "01234567-89ab-cdef-0123-456789abcdef"]
        #expect(Set((Self.texts + others).map(BootID.init)).count == Self.texts.count + 2)
    }
}
