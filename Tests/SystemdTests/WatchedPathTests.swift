import TestBus
import Foundation
import Testing

@testable import Systemd

@Suite struct WatchedPathTests {
    @Test(arguments: [
        ("/", []), ("/etc", ["etc"]), ("/etc//soteria/./rules.d/", ["etc", "soteria", "rules.d"]),
        ("/a/../b", ["a", "..", "b"]), ("/with space/ü", ["with space", "ü"]),
    ])
    func takesPathsApart(path: String, components: [String]) {
        #expect(WatchedPath(path).components == components)
    }

    @Test func namesEachStep() {
        let path = WatchedPath("/a/b/c")
        #expect(path.path == "/a/b/c")
        #expect(path.prefix(0) == "/")
        #expect(path.prefixes == ["/a", "/a/b", "/a/b/c"])
        #expect(WatchedPath("/").prefixes == [])
        #expect(WatchedPath("/").path == "/")
    }

    @Test func relativePathsCountFromTheWorkingDirectory() {
        let here = FileManager.default.currentDirectoryPath
        #expect(WatchedPath("rules").path == WatchedPath(here + "/rules").path)
    }

    @Test func countsTheDirectoriesThatExist() throws {
        let scratch = try ScratchDirectory()
        let depth = WatchedPath(scratch.path).components.count
        #expect(WatchedPath(scratch.path).existingDepth == depth)
        #expect(WatchedPath(scratch.path("a/b/c")).existingDepth == depth)
        try scratch.makeDirectory("a/b")
        #expect(WatchedPath(scratch.path("a/b/c")).existingDepth == depth + 2)
        try scratch.write("", to: "a/b/c")
        #expect(WatchedPath(scratch.path("a/b/c")).existingDepth == depth + 2, "a file is none")
        #expect(WatchedPath("/").existingDepth == 0)
    }

    @Test func followsSymlinks() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectory("real/rules")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("real"))
        let path = WatchedPath(scratch.path("link/rules"))
        #expect(path.existingDepth == path.components.count)
        #expect(path.resolvedPrefixes.last == scratch.path("real/rules"))
        #expect(WatchedPath(scratch.path("real/rules")).resolvedPrefixes == [])
        #expect(WatchedPath(scratch.path("missing")).resolvedPrefixes == [])
    }
}
