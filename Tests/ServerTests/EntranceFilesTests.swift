import Foundation
import Testing

@testable import soteria_dashboard

/// The files that lead in, on a disk.
@Suite struct EntranceFilesTests {
    private func with(_ body: (EntranceFiles) throws -> Void) throws {
        let directory = NSTemporaryDirectory() + "soteria-files-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(EntranceFiles(directory: directory))
    }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    @Test func onlyThePersonCanReadThem() throws {
        try with { files in
            try files.prepare()
            #expect(try mode(files.directory) == 0o700)
            let path = try files.write(to: "http://127.0.0.1:1/enter?token=ab&x=<")
            #expect(try mode(path) == 0o600)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let address = "http://127.0.0.1:1/enter?token=ab&amp;x=&lt;"
            #expect(text.contains("content=\"0; url=\(address)\""))
            #expect(text.contains("<a href=\"\(address)\">"))
            files.remove(path)
            #expect(access(path, F_OK) != 0)
            files.close()
            #expect(access(files.directory, F_OK) != 0)
        }
    }

    @Test func aDirectoryThatOthersMayEnterIsClosedToThem() throws {
        try with { files in
            mkdir(files.directory, 0o700)
            chmod(files.directory, 0o777)
            try files.prepare()
            #expect(try mode(files.directory) == 0o700)
        }
    }

    @Test func aLinkInItsPlaceIsNotFollowed() throws {
        try with { files in
            symlink(NSTemporaryDirectory(), files.directory)
            #expect(throws: EntranceFiles.Failure.self) { try files.prepare() }
        }
    }

    @Test func whatAKilledServerLeftIsRemoved() throws {
        try with { files in
            try files.prepare()
            let old = try files.write(to: "x")
            let young = try files.write(to: "y")
            let other = files.directory + "/notes.html"
            try Data().write(to: URL(fileURLWithPath: other))
            for path in [old, other] {
                var times = [timeval(tv_sec: time(nil) - 3600, tv_usec: 0), timeval()]
                times[1] = times[0]
                #expect(utimes(path, times) == 0)
            }
            try files.prepare()
            #expect(access(old, F_OK) != 0)
            #expect(access(young, F_OK) == 0 && access(other, F_OK) == 0)
            files.close()
            #expect(access(files.directory, F_OK) == 0)
        }
    }

    @Test func whereItCannotBeWrittenTheReasonIsSaid() throws {
        let files = EntranceFiles(directory: "/proc/nowhere")
        #expect(throws: EntranceFiles.Failure.self) { try files.prepare() }
        do throws(EntranceFiles.Failure) {
            _ = try files.write(to: "x")
            Issue.record("written")
        } catch {
            #expect(error.reason.hasPrefix("/proc/nowhere/open-"))
        }
    }
}
