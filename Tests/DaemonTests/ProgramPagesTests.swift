import Glibc
import Testing

@testable import soteriad

/// Code that nobody needs just now is given back to the kernel.
@Suite struct ProgramPagesTests {
    @Test(arguments: [
        (
            "55d0c000-55d0f000 r-xp 00001000 fe:00 42   /usr/bin/soteriad\n",
            0x55d0_c000..<0x55d0_f000
        ),
        ("7f00-7f10 r-xp 00000000 fe:00 42   /a name with spaces\n", 0x7f00..<0x7f10),
    ])
    func codeOfAFile(line: String, code: Range<UInt>) {
        #expect(ProgramPages.code(line) == code)
    }

    @Test(arguments: [
        // Relocated by the loader: it would not come back.
        "55d0c000-55d0f000 r--p 00001000 fe:00 42   /usr/bin/soteriad\n",
        "55d0c000-55d0f000 rw-p 00001000 fe:00 42   /usr/bin/soteriad\n",
        "7ffc1000-7ffc3000 r-xp 00000000 00:00 0    [vdso]\n",
        "7ffc1000-7ffc3000 r-xp 00000000 00:00 0\n",
        "55d0f000-55d0c000 r-xp 00001000 fe:00 42   /usr/bin/soteriad\n",
        "no addresses r-xp 00001000 fe:00 42   /usr/bin/soteriad\n",
        "",
    ])
    func nothingElseIs(line: String) {
        #expect(ProgramPages.code(line) == nil)
    }

    /// Other tests run meanwhile, map again what they need, and have daemons that give it back.
    @Test func mappedCodeGetsLess() throws {
        let page = Int(getpagesize())
        let all = try Self.maps().compactMap(ProgramPages.code)
        let code = try #require(all.max { $0.count < $1.count })
        let bytes = try #require(UnsafeRawPointer(bitPattern: code.lowerBound))
        // Every page of this program's largest piece of code is looked at, so that it is mapped.
        func look() -> Int {
            stride(from: 0, to: code.count, by: page).reduce(0) { sum, offset in
                sum &+ Int(bytes.load(fromByteOffset: offset, as: UInt8.self))
            }
        }
        let sum = look()
        var before = try Self.resident(code)
        for _ in 0..<100 where before < code.count / page {
            #expect(look() == sum)
            before = try Self.resident(code)
        }
        ProgramPages.release()
        let after = try Self.resident(code)
        #expect(before == code.count / page)
        #expect(after < before)
        #expect(look() == sum)
    }

    /// How many pages of a range this process has mapped: bit 63 of each entry of its page map.
    private static func resident(_ range: Range<UInt>) throws -> Int {
        let file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        let page = Int(getpagesize())
        var entries = [UInt64](repeating: 0, count: range.count / page)
        let size = entries.count * 8
        let got = pread(file, &entries, size, off_t(Int(range.lowerBound) / page * 8))
        try #require(got == size)
        return entries.count { $0 >> 63 == 1 }
    }

    private static func maps() throws -> [String] {
        let file = try #require(fopen("/proc/self/maps", "re"))
        defer { fclose(file) }
        var text: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
