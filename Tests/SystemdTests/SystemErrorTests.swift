import Glibc
import Systemd
import Testing

@Suite struct SystemErrorTests {
    @Test func saysFunctionReasonAndNumber() {
        let error = SystemError(function: "open(/etc/shadow)", code: EACCES)
        #expect(error.description == "open(/etc/shadow): Permission denied (13)")
    }

    @Test func takesTheNegativeResultsOfLibsystemd() {
        #expect(SystemError(function: "f", code: -ENOENT).code == ENOENT)
        #expect(
            SystemError(function: "f", code: -ENOENT) == SystemError(function: "f", code: ENOENT))
    }

    @Test func survivesNumbersThatAreNoErrors() {
        #expect(SystemError(function: "f", code: .min).code == EINVAL)
        #expect(SystemError(function: "f", code: 99_999).description.contains("99999"))
    }
}
