import API
import ArgumentParser

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what is wrong with this installation.")

    @OptionGroup var daemon: DaemonOptions

    func run(in surroundings: Surroundings) throws {
        let found = Examination(surroundings: surroundings, options: daemon).installation()
        try surroundings.show(Diagnosis(found: found).findings, daemon.output)
    }
}
