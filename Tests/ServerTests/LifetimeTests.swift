import Testing

@testable import soteria_dashboard

/// When the server ends, without a server.
@Suite struct LifetimeTests {
    /// An event, and its time in seconds after the start.
    enum Step: Sendable {
        case opens(Int)
        case arrives(Int, Int, isLast: Bool = true)
        case asks(Int, Int)
        case begins(Int, Int)
        case ends(Int, Int)
        case streams(Int, Int)
        case leaves(Int, Int)
        case isForgotten(Int)
    }

    static func deadline(_ steps: [Step]) -> Duration? {
        var life = Lifetime(at: .zero)
        for step in steps {
            switch step {
            case .opens(let at): life.expectVisitor(at: .seconds(at))
            case .arrives(let at, let session, let isLast):
                life.beginSession(session, isLast: isLast, at: .seconds(at))
            case .asks(let at, let session):
                life.updateAnswers(session, begins: true, at: .seconds(at))
                life.updateAnswers(session, begins: false, at: .seconds(at))
            case .begins(let at, let session):
                life.updateAnswers(session, begins: true, at: .seconds(at))
            case .ends(let at, let session):
                life.updateAnswers(session, begins: false, at: .seconds(at))
            case .streams(let at, let session):
                life.updateStreams(session, opens: true, at: .seconds(at))
            case .leaves(let at, let session):
                life.updateStreams(session, opens: false, at: .seconds(at))
            case .isForgotten(let session): life.forget(session)
            }
        }
        return life.deadline
    }

    static let table: [([Step], Int?)] = [
        // Nobody came.
        ([], 120),
        ([.opens(100)], 220),
        // A page without a stream.
        ([.opens(1), .arrives(2, 1)], 902),
        ([.opens(1), .arrives(2, 1), .asks(50, 1)], 950),
        // An answer that takes its time.
        ([.arrives(2, 1), .begins(50, 1)], nil),
        ([.arrives(2, 1), .begins(50, 1), .ends(2000, 1)], 2900),
        ([.arrives(2, 1), .begins(50, 1), .begins(51, 1), .ends(52, 1)], nil),
        // A page with a stream, and the last one closed.
        ([.arrives(2, 1), .asks(3, 1), .streams(4, 1)], nil),
        ([.arrives(2, 1), .asks(3, 1), .streams(4, 1), .leaves(500, 1)], 530),
        ([.arrives(2, 1), .streams(4, 1), .streams(5, 1), .leaves(9, 1)], nil),
        ([.arrives(2, 1), .streams(4, 1), .streams(5, 1), .leaves(9, 1), .leaves(10, 1)], 40),
        // From one page to the next.
        ([.arrives(2, 1), .streams(4, 1), .leaves(9, 1), .asks(10, 1)], 40),
        ([.arrives(2, 1), .streams(4, 1), .leaves(9, 1), .asks(10, 1), .streams(11, 1)], nil),
        // A way in that is still open is waited for, one that was gone is not.
        ([.opens(0), .arrives(1, 1), .streams(2, 1), .leaves(3, 1)], 33),
        ([.opens(0), .arrives(1, 1, isLast: false), .streams(2, 1), .leaves(3, 1)], 120),
        ([.arrives(1, 1), .streams(2, 1), .opens(3), .leaves(4, 1)], 123),
        // Two browsers, one without streams.
        ([.arrives(1, 1), .arrives(2, 2), .streams(3, 1), .leaves(4, 1)], 902),
        ([.arrives(1, 1), .arrives(2, 2), .streams(3, 1), .leaves(4, 1), .isForgotten(2)], 34),
        // Events of a session that no longer exists.
        ([.arrives(1, 1), .isForgotten(1), .streams(9, 1), .asks(99, 1)], 1),
    ]

    @Test(arguments: table.indices)
    func itEndsWhenNobodyLooks(row: Int) {
        let (steps, seconds) = Self.table[row]
        #expect(Self.deadline(steps) == seconds.map { .seconds($0) })
    }
}
