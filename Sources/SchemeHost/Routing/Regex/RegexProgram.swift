/// A regular expression as instructions for ``RegexMachine``.
struct RegexProgram: Sendable, Hashable {
    enum Instruction: Sendable, Hashable {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
        case assertion(RegexAssertion)
        /// Goes on at both places; a match by way of the first is preferred.
        case split(Int, Int)
        case jump(Int)
        /// Notes the position in a slot: two slots a group, its start and its end.
        case save(Int)
        case match
    }

    private(set) var instructions: [Instruction] = []
    private var visits = 0

    /// The most instructions: with the longest subject a match takes this times its length in steps.
    static let maximumSize = 2_000

    /// Translates a tree.
    /// - Throws: `PatternError` where the program would be too large.
    init(_ syntax: RegexSyntax) throws {
        try add(syntax)
        try emit(.match)
    }

    private mutating func emit(_ instruction: Instruction) throws {
        guard instructions.count < Self.maximumSize else {
            throw PatternError("is too large: its repetitions come to more than \(Self.maximumSize) steps")
        }
        instructions.append(instruction)
    }

    private mutating func add(_ syntax: RegexSyntax) throws {
        // Repetitions of nothing emit nothing, so they are counted here.
        visits += 1
        guard visits <= 10 * Self.maximumSize else { throw PatternError("is too large") }
        switch syntax {
        case .empty: break
        case .scalar(let scalar): try emit(.scalar(scalar))
        case .set(let set): try emit(.set(set))
        case .assertion(let assertion): try emit(.assertion(assertion))
        case .concatenation(let items): for item in items { try add(item) }
        case .alternation(let branches): try add(branches: branches)
        case .capture(let index, let inner):
            try emit(.save(2 * index))
            try add(inner)
            try emit(.save(2 * index + 1))
        case .repetition(let inner, let minimum, let maximum, let isLazy):
            for _ in 0..<minimum { try add(inner) }
            if let maximum {
                try addOptional(inner, count: maximum - minimum, isLazy: isLazy)
            } else {
                try addLoop(inner, isLazy: isLazy)
            }
        }
    }

    private mutating func add(branches: [RegexSyntax]) throws {
        var jumps: [Int] = []
        for branch in branches.dropLast() {
            let split = instructions.count
            try emit(.split(0, 0))
            try add(branch)
            jumps.append(instructions.count)
            try emit(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        if let last = branches.last { try add(last) }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func addOptional(_ inner: RegexSyntax, count: Int, isLazy: Bool) throws {
        var splits: [Int] = []
        for _ in 0..<count {
            splits.append(instructions.count)
            try emit(.split(0, 0))
            try add(inner)
        }
        for split in splits { setSplit(at: split, inside: split + 1, after: instructions.count, isLazy) }
    }

    private mutating func addLoop(_ inner: RegexSyntax, isLazy: Bool) throws {
        let split = instructions.count
        try emit(.split(0, 0))
        try add(inner)
        try emit(.jump(split))
        setSplit(at: split, inside: split + 1, after: instructions.count, isLazy)
    }

    private mutating func setSplit(at index: Int, inside: Int, after: Int, _ isLazy: Bool) {
        instructions[index] = isLazy ? .split(after, inside) : .split(inside, after)
    }
}
