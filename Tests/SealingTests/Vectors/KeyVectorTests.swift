import Crypto
import Testing

@testable import Sealing

/// Ids, phrase, codes, requests and sealed keys of the vectors.
struct KeyVectorTests {
    private let vectors = Vectors.all
    private let files = VectorFiles.all

    @Test func devicesHaveTheirKeysAndIds() throws {
        #expect(vectors.devices.count == 8)
        for (name, device) in vectors.devices {
            let keys = try device.keys
            #expect(
                [keys.publicKeys.signing, keys.publicKeys.agreement] == device.public.map(\.bytes))
            #expect(keys.id.bytes == device.id.bytes, "\(name)")
        }
    }

    @Test func spacesAndEpochsHaveTheirIds() throws {
        let founder = files.device("laptop").publicKeys
        #expect(
            SpaceID(founder: founder, recovery: files.phrase.publicKeys).bytes
                == vectors.space.id.bytes)
        let asker = files.device("asker").publicKeys
        #expect(SpaceID(founder: asker, recovery: nil).bytes == vectors.space.pair.bytes)
        for epoch in vectors.epochs {
            #expect(try EpochKey(SymmetricKey(data: epoch.key.bytes)).id.bytes == epoch.id.bytes)
        }
        let bucket = vectors.bucket
        let id = FactID(
            ofBucket: bucket.bucket, kind: .used, target: bucket.target,
            device: DeviceID(unchecked: bucket.device.bytes))
        #expect(id.bytes == bucket.id.bytes)
    }

    @Test func phraseIsReadAndWritten() throws {
        for text in [vectors.phrase.text, vectors.phrase.also] {
            let phrase = try Phrase(reading: text)
            #expect(phrase.text == vectors.phrase.text)
            let keys = try phrase.keys
            #expect(keys.id.bytes == vectors.phrase.id.bytes)
            #expect(Array(keys.signing.rawRepresentation) == vectors.phrase.ed25519.bytes)
            #expect(Array(keys.agreement.rawRepresentation) == vectors.phrase.x25519.bytes)
        }
        for (text, reason) in vectors.phrase.bad {
            let refusal = #expect(throws: Refusal.self) { try Phrase(reading: text) }
            #expect(refusal?.reason == reason, "\(text)")
        }
    }

    @Test func requestsAreOpenedAndHaveTheirDigits() throws {
        for pairing in vectors.pairing {
            let code = try PairingCode(reading: pairing.code)
            let space = SpaceID(unchecked: pairing.space.bytes)
            #expect(code.text == pairing.code)
            #expect(code.join(in: space).bytes == pairing.name.bytes)
            #expect(code.key(in: space).copiedBytes == pairing.key.bytes)
            let request = try JoinRequest(pairing.request.bytes, code: code, space: space)
            let says = try pairing.says.value.map
            #expect(try request.keys == PublicKeys(says))
            #expect(try request.name == says.string("name"))
            #expect(try request.signature == says.bytes("own", count: 64))
            #expect(try code.digits(of: request.keys, in: space) == pairing.digits)
            let name = FileName(space: space, log: .request(request.join), place: 1)
            #expect(name?.text == pairing.place)
        }
    }

    @Test func requestsAreMadeAgain() throws {
        for pairing in vectors.pairing {
            let code = try PairingCode(reading: pairing.code)
            let space = SpaceID(unchecked: pairing.space.bytes)
            let request = try JoinRequest(pairing.request.bytes, code: code, space: space)
            let keys = try #require(files.devices.values.first { $0.publicKeys == request.keys })
            var generator = FixedGenerator([])
            let made = try JoinRequest.file(
                code: code, space: space, keys: keys, name: request.name, using: &generator)
            #expect(made.count == pairing.request.bytes.count)
            #expect(try JoinRequest(made, code: code, space: space) == request)
        }
    }

    @Test func sealedKeysAreOpenedWithTheirInfoAlone() throws {
        let tablet = files.device("tablet")
        let epoch = try EpochKey(SymmetricKey(data: vectors.hpke.key.bytes))
        let opened = try EpochSeal.open(
            vectors.hpke.sealed.bytes, epoch: epoch.id, receiver: tablet.id,
            with: tablet.identity.agreement, in: files.space)
        #expect(opened.key == epoch.key)
        let pair = SpaceID(unchecked: vectors.space.pair.bytes)
        let other = try EpochKey(SymmetricKey(data: vectors.epochs[0].key.bytes)).id
        for (space, epoch, receiver) in [
            (pair, epoch.id, tablet.id), (files.space, other, tablet.id),
            (files.space, epoch.id, files.device("desktop").id),
        ] {
            #expect(throws: Refusal.seal) {
                try EpochSeal.open(
                    vectors.hpke.sealed.bytes, epoch: epoch, receiver: receiver,
                    with: tablet.identity.agreement, in: space)
            }
        }
        let sealed = try EpochSeal.seal(epoch, to: tablet.publicKeys, in: files.space)
        #expect(sealed.count == EpochSeal.byteCount)
        let again = try EpochSeal.open(
            sealed, epoch: epoch.id, receiver: tablet.id, with: tablet.identity.agreement,
            in: files.space)
        #expect(again.key == epoch.key)
    }
}
