import Crypto
import Testing

@testable import Sealing

/// All chunks of the vectors, made and opened.
struct ChunkVectorTests {
    private let vectors = Vectors.all
    private let files = VectorFiles.all

    @Test func filesAreMadeByteForByte() throws {
        #expect(vectors.chunks.count == 44)
        var count = 0
        for (name, vector) in vectors.chunks where vector.made != nil {
            let file = files.chunk(name)
            #expect(Array(SHA256.hash(data: file)) == vector.sha256?.bytes, "\(name)")
            #expect(file.count == vector.size, "\(name)")
            #expect(vector.file == nil || vector.file?.bytes == file, "\(name)")
            #expect(Label.chunk.digest(file.dropLast(64)) == vector.hash?.bytes, "\(name)")
            count += 1
        }
        #expect(count == 36)
    }

    @Test func devicesMakeTheirChunksByteForByte() throws {
        var count = 0
        for (name, vector) in vectors.chunks {
            guard let made = vector.made, let text = try? ChunkText(made.textBytes.span),
                made.version == 1, made.number > 0,
                made.before.bytes == ContentHash.zeros.bytes || made.number > 1
            else { continue }
            let keys = files.device(try #require(vector.device))
            let before = Head(
                device: keys.id, number: made.number - 1,
                hash: ContentHash(unchecked: made.before.bytes))
            var generator = FixedGenerator(made.noise.bytes)
            let (file, head) = try Chunk.file(
                text, in: SpaceID(unchecked: made.space.bytes),
                after: made.number > 1 ? before : nil,
                epoch: EpochKey(SymmetricKey(data: made.epoch_key.bytes)), keys: keys,
                using: &generator)
            #expect(file == files.chunk(name), "\(name)")
            #expect(head.hash.bytes == vector.hash?.bytes && head.number == made.number)
            count += 1
        }
        #expect(count == 30)
    }

    @Test func textsAreOpenedByteForByte() throws {
        for (name, vector) in vectors.chunks {
            guard let made = vector.made, let device = vector.device,
                let chunk = try? Chunk(
                    files.chunk(name), in: SpaceID(unchecked: made.space.bytes),
                    of: files.device(device).publicKeys)
            else { continue }
            let key = try EpochKey(SymmetricKey(data: made.epoch_key.bytes))
            guard let text = try? chunk.text(with: key) else {
                #expect(
                    [
                        "text with noise after it", "text that is not canonical",
                        "a fact without a kind",
                    ].contains(name))
                continue
            }
            #expect(text.encoded() == made.textBytes, "\(name)")
            #expect(chunk.head.hash.bytes == vector.hash?.bytes)
            #expect(chunk.header.number == made.number)
        }
    }

    @Test func factsOfEachKindAreRead() throws {
        var kinds: Set<String> = []
        for (_, vector) in vectors.chunks {
            guard let made = vector.made, let text = try? ChunkText(made.textBytes.span) else {
                continue
            }
            for fact in text.facts where fact.content != nil {
                kinds.insert(fact.kind)
                let again = try Fact(
                    id: fact.id, time: fact.time, content: try #require(fact.content))
                #expect(again == fact)
            }
        }
        let expected: [FactContent.Kind] = [
            .unblocked, .kept, .attempts, .protected, .answered, .used, .weakened, .episode, .said,
            .rules, .ask, .answer,
        ]
        #expect(kinds == Set(expected.map(\.rawValue)))
    }
}
