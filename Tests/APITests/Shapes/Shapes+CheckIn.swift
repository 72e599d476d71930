extension InterfaceShapeTests {
    static let checkIn = """
        method List
          -> checkIns: []CheckIn
          -> debug: bool
        method Answer
          checkIn: string
          yes: bool
          -> checkIn: CheckIn
        method AcknowledgeWelcome
          checkIn: string
          -> recorded: ?bool
        method GetState
          checkIn: string
          -> phase: Phase
          -> day: ?string
          -> openedAt: ?string
          -> cap: ?string
          -> lastDay: ?string
          -> streak: int
          -> longestStreak: int
          -> answers: int
          -> asked: int
        method GetLastAnswer
          checkIn: string
          -> answer: ?GivenAnswer
        method Reset
          checkIn: string
          -> checkIn: CheckIn
        method SimulateNewDay
          checkIn: string
          -> checkIn: CheckIn
        method Force
          checkIn: string
          -> checkIn: CheckIn
          -> recorded: ?bool
        type Phase
          asking
          yes
          no
          lapsed
          waiting
        type GivenAnswer
          day: string
          yes: bool
          at: string
        type CheckIn
          checkIn: string
          question: string
          phase: Phase
          day: ?string
          opens: string
          next: string
          reminder: ?string
          blocks: []string
          blocksOnNo: []string
          heading: ?string
          suggestions: []string
          text: ?string
          welcome: ?string
          streak: int
          longestStreak: int
          strict: bool
          until: ?string
          answers: []GivenAnswer
          dayText: ?string
          textAt: ?string
        error NoSuchCheckIn
          checkIn: string
        error NotOpen
          checkIn: string
          next: string
        error AlreadyAnswered
          checkIn: string
          yes: bool
          next: string
        error DebugOff
        error StoreUnavailable
          reason: string
        """
}
