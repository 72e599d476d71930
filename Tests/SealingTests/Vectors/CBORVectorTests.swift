import Testing

@testable import Sealing

/// The values of the vectors, and the bytes that are refused.
struct CBORVectorTests {
    @Test func goodValuesAreReadAndWritten() throws {
        for vector in Vectors.all.cbor.good {
            let bytes = try #require([UInt8](hexadecimal: try vector[0].value.string))
            #expect(try CBOR(bytes) == vector[1].value)
            #expect(vector[1].value.encoded() == bytes)
        }
    }

    @Test(arguments: Vectors.all.cbor.bad.keys.sorted())
    func badBytesAreRefused(text: String) throws {
        let bytes = try #require([UInt8](hexadecimal: text))
        #expect(throws: Refusal.cbor, "\(Vectors.all.cbor.bad[text] ?? "")") { try CBOR(bytes) }
    }
}
