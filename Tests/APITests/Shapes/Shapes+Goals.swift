extension InterfaceShapeTests {
    static let goals = """
        method List
          -> goals: []Goal
        method Add
          name: string
          target: string
          currency: string
          by: ?string
          fromKept: ?bool
          -> goal: Goal
        method Contribute
          goal: int
          amount: string
          -> goal: Goal
        method Remove
          goal: int
        type Goal
          goal: int
          name: string
          target: string
          currency: string
          saved: string
          left: string
          progress: float
          by: ?string
          late: ?bool
          fromKept: bool
          reached: bool
          reachedAt: ?string
          addedAt: string
          contributions: int
        error NoSuchGoal
          goal: int
        error InvalidName
          name: string
          problem: string
        error InvalidAmount
          amount: string
          problem: string
        error InvalidDate
          date: string
          problem: string
        error TooMany
          maximum: int
        error StoreUnavailable
          reason: string
        """
}
