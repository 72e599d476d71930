import Foundation
import Glibc
import Testing

@testable import soteria_sync

@Suite struct FolderTests {
    private let scratch = Scratch()

    private func folder() throws -> Folder { try Folder.open(scratch.path).expected }

    @Test func onlyRegularFilesAreRead() throws {
        scratch.write([1, 2], "file")
        scratch.make("directory")
        symlink("\(scratch.path)/file", "\(scratch.path)/link")
        symlink("/nowhere", "\(scratch.path)/broken")
        mkfifo("\(scratch.path)/pipe", 0o600)
        let folder = try folder()
        #expect(try folder.read("file") == .bytes([1, 2]))
        #expect(try folder.read("nothing") == .absent)
        for name in ["directory", "link", "broken", "pipe"] {
            #expect(try folder.read(name) == .unusable, "\(name)")
        }
    }

    @Test func sizesHaveALimit() throws {
        scratch.write([UInt8](repeating: 1, count: 10), "file")
        #expect(try folder().read("file", limit: 10) != .unusable)
        #expect(try folder().read("file", limit: 9) == .unusable)
        // A sparse file, which would take all memory.
        scratch.write([], "sparse")
        truncate("\(scratch.path)/sparse", 1 << 40)
        #expect(try folder().read("sparse") == .unusable)
    }

    @Test func noLinkToADirectoryIsFollowed() throws {
        scratch.make("directory")
        symlink("\(scratch.path)/directory", "\(scratch.path)/link")
        #expect(try folder().folder("directory") != nil)
        #expect(try folder().folder("link") == nil)
    }

    @Test func aFileIsWrittenOnce() throws {
        let folder = try folder()
        #expect(try folder.write([1], to: "file", by: ".new"))
        #expect(try !folder.write([2], to: "file", by: ".new"))
        #expect(scratch.read("file") == [1])
        #expect(try folder.write([3], to: "file", by: ".new", replacing: true))
        #expect(scratch.read("file") == [3])
        #expect(scratch.files() == ["file"])
    }

    @Test func nothingIsWrittenThroughALink() throws {
        scratch.make("out")
        scratch.make("in")
        symlink("\(scratch.path)/out/file", "\(scratch.path)/in/file")
        symlink("\(scratch.path)/out/other", "\(scratch.path)/in/.new")
        let folder = try Folder.open("\(scratch.path)/in").expected
        #expect(try !folder.write([1], to: "file", by: ".new"))
        #expect(try folder.write([1], to: "file", by: ".new", replacing: true))
        #expect(scratch.files() == ["in/file"])
    }

    @Test func oneRunAtATime() throws {
        scratch.make("shelf")
        let descriptor = open("\(scratch.path)/shelf", O_RDONLY)
        defer { close(descriptor) }
        let shelf = try Shelf("\(scratch.path)/shelf")
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        withExtendedLifetime(shelf) {}
    }

    @Test func noiseInADirectoryIsPassedOver() throws {
        let space = Sample.space.text
        let log = Sample.device.text
        let storage = DirectoryStorage(path: scratch.path, space: Sample.space)
        try storage.create()
        for name in ["x", "0000000000000000", "00000000000000001", ".0000000000000001.tmp"] {
            scratch.make("\(space)/\(log)/\(name)")
        }
        symlink("/etc/passwd", "\(scratch.path)/\(space)/\(log)/\(FileName.text(ofPlace: 4))")
        #expect(try storage.first(in: Sample.device, after: 0) == 4)
        let name = Sample.name(Sample.device, 4)
        #expect(try storage.get([name]) == [name: .unusable])
        #expect(try storage.put([1], at: name) == .taken([]))
    }

    @Test func aDirectoryThatIsNotThereIsWaitedFor() throws {
        let storage = DirectoryStorage(path: scratch.path, space: Sample.space)
        let name = Sample.name(Sample.device, 1)
        for failure in [
            StorageContractTests.failure { () throws(Failure) in
                _ = try storage.put([1], at: name)
            },
            StorageContractTests.failure { () throws(Failure) in _ = try storage.get([name]) },
        ] {
            #expect(failure?.problem == .waiting)
        }
        // The mount point of a stick stays as it is.
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }
}
