extension JSON { package static func benchText(_ v: some Encodable) throws -> Int { try OutgoingFrame.reply(v, continues: false, with: benchWriter).readableBytes } }
nonisolated(unsafe) let benchWriter = JSONWriter(capacity: 4096)
