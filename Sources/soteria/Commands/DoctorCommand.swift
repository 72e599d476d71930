import API
import ArgumentParser

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find problems with this installation.")

    @OptionGroup var daemon: DaemonOptions

    func run(in context: CommandContext) throws {
        let found = InstallationProbe(context: context, options: daemon).installation()
        try context.show(Diagnosis(found: found).findings, daemon.output)
    }
}
