import Testing

@testable import Sealing

/// Names of files and addresses of spaces.
struct NameTests {
    private let space = SpaceID(unchecked: [UInt8](repeating: 0xAB, count: 16))
    private let id = String(repeating: "0f", count: 16)

    @Test func namesComeBack() throws {
        let device = DeviceID(unchecked: [UInt8](repeating: 0x0F, count: 16))
        let join = JoinID(unchecked: [UInt8](repeating: 0x0F, count: 16))
        let logs: [(Log, String)] = [
            (.chunks(device), id), (.entries(device), "\(id)-m"), (.beginnings, "era"),
            (.request(join), "join-\(id)"),
        ]
        for (log, text) in logs {
            #expect(log.name == text)
            #expect(Log(name: text) == log)
            for place in [1, 42, FileName.places.upperBound] {
                let name = try #require(FileName(space: space, log: log, place: place))
                #expect(FileName(name.text) == name)
            }
        }
        #expect(
            FileName(space: space, log: .beginnings, place: 7)?.text
                == "\(String(repeating: "ab", count: 16))/era/0000000000000007")
    }

    @Test(arguments: [
        "", "/", "//", "SPACE/era/0000000000000001", "SPACE/era/1", "SPACE/era/0000000000000000",
        "SPACE/era/-000000000000001", "SPACE/era/+000000000000001", "SPACE/era/00000000000000001",
        "SPACE/era/0000000000000001/", "/SPACE/era/0000000000000001",
        "SPACE/Era/0000000000000001", "SPACE/join-/0000000000000001",
        "SPACE/../0000000000000001", "SPACE/ID-x/0000000000000001", "SPACE/-m/0000000000000001",
        "space/era/000000000000000١",
    ])
    func otherNamesAreNone(text: String) {
        let name = text.replacing("ID", with: id)
        #expect(FileName(name) == nil)
        if text.hasPrefix("SPACE/era/0000000000000001") { return }
        #expect(FileName(name.replacing("SPACE", with: space.hexadecimal)) == nil)
    }

    @Test func placesAreInTheOrderOfTheirTexts() {
        #expect(FileName(space: space, log: .beginnings, place: 0) == nil)
        #expect(FileName(space: space, log: .beginnings, place: .max) == nil)
        #expect(FileName.text(ofPlace: 9) < FileName.text(ofPlace: 10))
    }

    @Test func addressesComeBack() {
        let storages: [Storage] = [
            .directory(path: "/home/me/Sync"), .s3(bucket: "a-bucket.1"),
            .dynamoDB(region: "eu-central-2", table: "soteria_1"),
        ]
        for storage in storages {
            let address = Address(storage: storage, space: space)
            #expect(Address(address.text) == address)
        }
    }

    @Test(arguments: [
        "", "ID", "/ID/", "relative/ID", "s3:///ID", "s3://a/b/ID", "s3://a b/ID", "s3://é/ID",
        "dynamodb://region/ID", "dynamodb:///t/ID", "dynamodb://r/t/x/ID", "https://host/ID",
        "/home/ID0", "/ho\0me/ID",
    ])
    func otherAddressesAreNone(text: String) {
        #expect(Address(text.replacing("ID", with: id)) == nil)
        let long = "/" + String(repeating: "x", count: Address.maximumLength) + "/" + id
        #expect(Address(long) == nil)
    }

    @Test func identifiersAreLowerCaseDigits() {
        #expect(SpaceID(hexadecimal: id)?.hexadecimal == id)
        #expect(SpaceID(hexadecimal: id.uppercased()) == nil)
        #expect(SpaceID(hexadecimal: id.dropLast()) == nil)
        #expect(SpaceID([1, 2, 3]) == nil)
    }
}
