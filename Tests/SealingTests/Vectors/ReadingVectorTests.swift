import Crypto
import Testing

@testable import Sealing

/// All readings of the vectors: what a device takes in from entries and logs.
struct ReadingVectorTests {
    private let files = VectorFiles.all

    @Test(arguments: Vectors.all.readings.indices)
    func filesCountAsTheVectorsSay(index: Int) throws {
        let reading = files.vectors.readings[index]
        let membership = Membership(
            SpaceID(unchecked: reading.space.bytes), files: reading.entries.map(files.entry))
        let keyring = Keyring(
            membership, receiver: DeviceID(unchecked: reading.own.bytes),
            agreement: try Curve25519.KeyAgreement.PrivateKey(
                rawRepresentation: reading.x25519.bytes))
        var logs: [DeviceID: [[UInt8]]] = [:]
        for (device, names) in reading.logs {
            logs[try #require(DeviceID(hexadecimal: device))] = names.map(files.chunk)
        }
        let intake = Intake(logs, membership: membership, keyring: keyring)
        var became: [String: [String]] = [:]
        for (device, outcomes) in intake.outcomes {
            became[device.hexadecimal] = outcomes.map(\.text)
        }
        #expect(became == reading.became, "\(reading.name)")
        #expect(intake.facts.map(\.id.bytes) == reading.facts.map(\.bytes), "\(reading.name)")
        #expect(intake.heads.cbor == reading.heads.value, "\(reading.name)")
    }

    @Test func thereAreAllStatesAndReadings() {
        #expect(files.vectors.states.count == 21)
        #expect(files.vectors.readings.count == 33)
    }
}
