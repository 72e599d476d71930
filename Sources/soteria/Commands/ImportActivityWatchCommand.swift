import API
import ArgumentParser
import Localization

struct ImportActivityWatchCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "activitywatch",
            abstract: localized("Import the use of your targets from ActivityWatch."),
            discussion: localized(
                """
                Reads an export of all buckets, or asks a running ActivityWatch for one: \
                soteria import activitywatch http://localhost:5600
                Soteria keeps only how long each of your present targets was used on each day: \
                the time while one of its apps was in front, or one of its sites was open in the \
                browser in front, and you were at the computer. Window titles and addresses are \
                not kept, and private windows do not count.
                Imported use is shown as such by soteria metrics. It does not count towards any \
                budget or the risk. Importing the same data again adds nothing.
                """))
    }

    @Argument(
        help: ArgumentHelp(
            localized("The exported file, or the address of ActivityWatch on this machine."),
            valueName: "file|url"),
        completion: .file())
    var source: String?

    @Flag(help: .localized("Show what would be imported, without recording anything."))
    var dryRun = false

    @Flag(help: .localized("Show the imports that were made."))
    var list = false

    @Option(
        help: ArgumentHelp(
            localized("Take back the import with this number."), valueName: "number"))
    var undo: Int?

    @OptionGroup var daemon: DaemonOptions

    struct Undone: Encodable {
        var removed: Int
    }

    func validate() throws {
        let deeds = [source != nil, list, undo != nil].count { $0 }
        guard deeds == 1 else {
            throw ValidationError(localized("give a file, an address, --list or --undo"))
        }
        if dryRun, source == nil {
            throw ValidationError(localized("--dry-run needs a file or an address"))
        }
    }

    func run(in context: CommandContext) throws {
        if let undo {
            _ = try daemon.client(context).call(UsageAPI.RemoveImport.self, .init(number: undo))
            return try context.show(Undone(removed: undo), daemon.output) { _ in
                localized("Import \(undo) was taken back.\n")
            }
        }
        guard let source else {
            return try daemon.show(UsageAPI.Imports.self, NoMembers(), in: context) { reply, _, _ in
                UseImportText.list(reply.imports)
            }
        }
        let client = try daemon.client(context)
        let importer = UseImporter(
            client: client, zone: try client.localZone(context), now: context.now())
        let isAddress = source.contains("://")
        let outcome = try importer.carryOut(
            isAddress ? .address(LoopbackAddress(source)) : .file(source), source,
            isPreview: dryRun)
        let names = try client.call(TargetsAPI.List.self).targets
        try context.show(outcome, daemon.output) { _ in
            UseImportText(outcome: outcome, isPreview: dryRun, names: names).text
        }
    }
}
