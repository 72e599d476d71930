import API
import ArgumentParser
import Localization

struct BlockCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "block",
            abstract: localized("Block a target again now, before its permission ends."),
            discussion: localized(
                """
                Without a target, ends every permission. There is no wait and no question.
                A target stays open if neither a rule nor a protection blocks it; to block such a \
                target: soteria protect TARGET
                Exit status: 0 if the target is blocked now, 1 if nothing blocks it or an error \
                occurred.
                """))
    }

    @OptionGroup var place: PlaceOptions

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if place.count > 1 {
            throw ValidationError(localized("name only one of TARGET, --site and --app"))
        }
    }

    func run(in context: CommandContext) throws {
        let client = try daemon.client(context)
        let named = place.place
        let reply = try client.call(
            UnblockAPI.EndGrants.self,
            .init(place: named ?? UnblockAPI.Place(everything: true)))
        let state = try client.call(ProtectionAPI.List.self)
        if reply.blocked.isEmpty, !daemon.output.json {
            throw Failure(GrantText.nothingBlocks(reply, isNamed: named != nil, state))
        }
        try context.show(reply, daemon.output) { GrantText.ended(reply, state, $0) }
        if reply.blocked.isEmpty { throw ExitCode.failure }
    }
}
