import CEL
import Testing

/// The checker's issues for sources with mistakes, with their places.
struct CheckerIssueTests {
    static let env = Env(variables: [
        Variable(name: "local.hour", type: .int), Variable(name: "local.weekday", type: .int),
        Variable(name: "unblocks.last_hour", type: .int),
        Variable(name: "unblocks.last_gap", type: .duration),
        Variable(name: "quiet_hours.active", type: .bool),
        Variable(name: "mood", type: .string), Variable(name: "list", type: .list(.string)),
        Variable(name: "ages", type: .map(.string, .int)),
        Variable(name: "byNumber", type: .map(.int, .string)),
    ])

    @Test(arguments: [
        ("local.huor > 1", "undeclared reference to 'local.huor'", 0..<10, "local.hour"),
        (
            "local.hour > 1 && unblock.last_hour > 2",
            "undeclared reference to 'unblock.last_hour'",
            18..<35, "unblocks.last_hour"
        ),
        (
            "quiet_hours.actve", "undeclared reference to 'quiet_hours.actve'", 0..<17,
            "quiet_hours.active"
        ),
        ("modo == 'x'", "undeclared reference to 'modo'", 0..<4, "mood"),
        ("mood.contain('x')", "undeclared function 'contain'", 0..<17, "contains"),
        ("siez(mood)", "undeclared function 'siez'", 0..<10, "size"),
        ("list.exist(x, x == '')", "undeclared function 'exist'", 0..<22, "exists"),
        ("list.exists(x, y == '')", "undeclared reference to 'y'", 15..<16, "x"),
        (".local.houre > 1", "undeclared reference to 'local.houre'", 0..<12, "local.hour"),
    ])
    func suggestions(source: String, message: String, offset: Range<Int>, name: String) throws {
        let issues = try #require(Self.env.issues(source))
        let issue = try #require(issues.first)
        #expect(issue.message == message)
        #expect(issue.offset == offset)
        #expect(issue.suggestion == name)
        #expect(issue.description == "\(message); did you mean '\(name)'?")
    }

    @Test(arguments: [
        ("weather > 1", "undeclared reference to 'weather'", 0..<7),
        ("local > 1", "undeclared reference to 'local'", 0..<5),
        ("local.hour.minute > 1", "int has no fields", 0..<17),
        ("mood.length > 1", "string has no fields", 0..<11),
        (
            "byNumber.name",
            "the keys of this map are of type int, so they cannot be written as field names; "
                + "write map[key]", 0..<13
        ),
        ("byNumber['a']", "'[]' is not defined for map(int, string) and string", 0..<13),
        ("list['a']", "'[]' is not defined for list(string) and string", 0..<9),
        ("mood[0]", "'[]' is not defined for string and int", 0..<7),
        ("1 in list", "'in' is not defined for int and list(string)", 0..<9),
        ("1 in ages", "'in' is not defined for int and map(string, int)", 0..<9),
        ("'a' in mood", "'in' is not defined for string and string", 0..<11),
        ("local.hour > '1'", "'>' is not defined for int and string", 0..<16),
        ("local.hour == '1'", "'==' is not defined for int and string", 0..<17),
        ("unblocks.last_gap < 30", "'<' is not defined for duration and int", 0..<22),
        ("mood.contains(1)", "string.contains(int) is not defined", 0..<16),
        ("mood.contains()", "string.contains() is not defined", 0..<15),
        ("contains(mood, 'a')", "contains(string, string) is not defined", 0..<19),
        ("size()", "size() is not defined", 0..<6),
        ("size(1)", "size(int) is not defined", 0..<7),
        ("timestamp(true)", "timestamp(bool) is not defined", 0..<15),
        ("frobnicate(1)", "undeclared function 'frobnicate'", 0..<13),
        ("mood.frobnicate(1)", "undeclared function 'frobnicate'", 0..<18),
        ("{1.5: 2}", "a map key cannot be of type double", 1..<4),
        ("{[1]: 2}", "a map key cannot be of type list(int)", 1..<4),
        ("{null: 2}", "a map key cannot be of type null_type", 1..<5),
        ("1.all(x, true)", "this macro needs a list or a map, found int", 0..<1),
        ("mood.map(x, x)", "this macro needs a list or a map, found string", 0..<4),
        ("list.all(x, 1)", "the condition of all() must be bool, found int", 12..<13),
        ("list.filter(x, x)", "the condition of filter() must be bool, found string", 15..<16),
        (
            "list.exists_one(x, 'a')", "the condition of exists_one() must be bool, found string",
            19..<22
        ),
        ("list.map(x, 1, 2)", "the condition of map() must be bool, found int", 12..<13),
        ("list.map(x, x + 1)", "'+' is not defined for string and int", 12..<17),
        (
            "duration('30 minutes') > unblocks.last_gap",
            "'30 minutes' is not a valid duration; write a duration such as 90s or 1h30m", 9..<21
        ),
        (
            "timestamp('today') < timestamp(0)",
            "'today' is not a valid timestamp; write a timestamp such as 2026-12-24T18:00:00Z",
            10..<17
        ),
        (
            "timestamp(0).getHours('Mars/Olympus') > 1", "unknown time zone 'Mars/Olympus'",
            22..<36
        ),
        ("mood.matches('(')", "'(' is not a valid regular expression: a ')' is missing", 13..<16),
        (
            "matches(mood, '*')",
            "'*' is not a valid regular expression: nothing to repeat before '*'",
            14..<17
        ),
    ])
    func single(source: String, message: String, offset: Range<Int>) throws {
        let issues = try #require(Self.env.issues(source))
        #expect(issues.map(\.message) == [message])
        #expect(issues.first?.offset == offset)
        #expect(issues.first?.suggestion == nil)
    }

    /// One mistake is reported once, and hides no other.
    @Test(arguments: [
        ("nope + 1 > 2 && nope2", ["nope", "nope2"]),
        ("nope.a.b[0].c + nope", ["nope.a.b", "nope"]),
        ("nope(other)", ["other", "nope"]),
        ("[nope, 1 + 'a', other]", ["nope", "+", "other"]),
        ("{nope: other, 1.5: third}", ["nope", "other", "double", "third"]),
        ("nope.all(x, other > x)", ["nope", "other"]),
        ("(1 + 'a') * 2 > 3 && ('b' - 1) == 'c'", ["+", "-"]),
        ("nope ? other : third", ["nope", "other", "third"]),
        ("size(nope) > 'a'", ["nope", ">"]),
        ("has(nope.a) && has(other.b.c)", ["nope", "other.b"]),
        ("list.map(x, nope).filter(y, y == other)", ["nope", "other"]),
    ])
    func all(source: String, subjects: [String]) throws {
        let issues = try #require(Self.env.issues(source))
        #expect(issues.count == subjects.count, "\(issues)")
        let messages = issues.map(\.message)
        for subject in subjects {
            #expect(messages.contains { $0.contains(subject) }, "\(subject) in \(messages)")
        }
    }

    @Test func issuesComeInTheOrderOfTheSource() throws {
        let issues = try #require(Self.env.issues("a || b || 1 + '' > c || d"))
        #expect(issues.map(\.offset.lowerBound) == issues.map(\.offset.lowerBound).sorted())
        #expect(issues.count == 5)
        #expect(issues.description.split(separator: "\n").count == 5)
        #expect(issues.description.hasPrefix("0: undeclared reference to 'a'"))
    }

    @Test func offsetsAreBytes() throws {
        let issues = try #require(Self.env.issues("'grüße 🌙' == '' && nope"))
        #expect(issues.first?.offset == 24..<28)
    }

    @Test func farNamesAreNotSuggested() throws {
        for name in ["x", "zz", "hours_of_quiet", "unblocks"] {
            let issues = try #require(Self.env.issues(name))
            #expect(issues.first?.suggestion == nil, "\(name)")
        }
    }
}
