import API
import ArgumentParser
import Localization

struct DoctorCommand: Command {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor", abstract: localized("Find problems with this installation."))
    }

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let found = InstallationProbe(context: context, options: daemon).installation()
        try context.show(Diagnosis(found: found).findings, daemon.output)
    }
}
