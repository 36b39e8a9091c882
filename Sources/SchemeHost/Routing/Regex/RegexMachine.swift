/// Runs a ``RegexProgram`` over a text in one pass: all alternatives at once, in order of preference (a Pike machine).
///
/// The time is at most the program's size times the text's length; nothing is tried twice.
struct RegexMachine {
    private let isAnchored: Bool
    private var current: RegexThreads
    private var following: RegexThreads

    /// Creates a machine.
    /// - Parameter slotCount: How many positions to save; 0 where it only matters whether there is a match.
    init(_ program: RegexProgram, slotCount: Int) {
        isAnchored = program.instructions[0] == .assertion(.start)
        current = RegexThreads(program.instructions, slotCount: slotCount)
        following = current
    }

    /// Looks for the first match, and of several at one place for the preferred one.
    /// - Returns: The saved positions, in bytes of UTF-8, -1 where there is none; nil without a match.
    mutating func firstMatch(in text: String) -> [Int]? {
        var scalars = text.unicodeScalars.makeIterator()
        var here = RegexCursor(next: scalars.next())
        var found: [Int]?
        while true {
            if found == nil, !isAnchored || here.position == 0 {
                current.clearSaved()
                current.add(0, at: here)
            }
            if current.places.isEmpty, found != nil || isAnchored { return found }
            let width = here.next.map { UTF8.width($0) } ?? 0
            let there = RegexCursor(
                position: here.position + width,
                previous: here.next,
                next: here.next == nil ? nil : scalars.next()
            )
            following.places.removeAll(keepingCapacity: true)
            found = current.advance(into: &following, from: here, to: there) ?? found
            guard here.next != nil else { return found }
            here = there
            swap(&current, &following)
        }
    }
}

/// A place between two characters.
struct RegexCursor {
    /// In bytes of UTF-8.
    var position = 0
    var previous: Unicode.Scalar?
    var next: Unicode.Scalar?
}

/// Places in a program in order of preference, each once, with the positions saved on the way there.
struct RegexThreads {
    private let program: [RegexProgram.Instruction]
    private let slotCount: Int
    fileprivate(set) var places: [Int] = []
    /// The position in the text for which a place was last added.
    private var marks: [Int]
    /// The saved positions of each place.
    private var slots: [Int]
    /// The saved positions on the way to the place that is being added.
    private var saved: [Int]
    private var stack: [Step] = []

    private enum Step {
        case visit(Int)
        case restore(slot: Int, position: Int)
    }

    init(_ program: [RegexProgram.Instruction], slotCount: Int) {
        self.program = program
        self.slotCount = slotCount
        marks = Array(repeating: -1, count: program.count)
        slots = Array(repeating: -1, count: program.count * slotCount)
        saved = Array(repeating: -1, count: slotCount)
    }

    mutating func clearSaved() {
        for slot in saved.indices { saved[slot] = -1 }
    }

    /// Moves every thread over one character. Returns the positions that a matching one saved: those behind it, less
    /// preferred, end with that.
    func advance(into following: inout RegexThreads, from here: RegexCursor, to there: RegexCursor) -> [Int]? {
        for place in places {
            let isTaken: Bool
            switch program[place] {
            case .scalar(let expected): isTaken = here.next == expected
            case .set(let set): isTaken = here.next.map(set.contains) ?? false
            case .match: return Array(slots[(place * slotCount)..<((place + 1) * slotCount)])
            case .assertion, .split, .jump, .save: isTaken = false
            }
            guard isTaken else { continue }
            for slot in 0..<slotCount { following.saved[slot] = slots[place * slotCount + slot] }
            following.add(place + 1, at: there)
        }
        return nil
    }

    /// Adds a place and all that can be reached from it without reading a character.
    mutating func add(_ start: Int, at here: RegexCursor) {
        stack.append(.visit(start))
        while let step = stack.popLast() {
            switch step {
            case .restore(let slot, let position): saved[slot] = position
            case .visit(let place):
                guard marks[place] != here.position else { continue }
                marks[place] = here.position
                switch program[place] {
                case .jump(let target): stack.append(.visit(target))
                case .split(let first, let second):
                    stack.append(.visit(second))
                    stack.append(.visit(first))
                case .save(let slot):
                    if slot < slotCount {
                        stack.append(.restore(slot: slot, position: saved[slot]))
                        saved[slot] = here.position
                    }
                    stack.append(.visit(place + 1))
                case .assertion(let assertion):
                    if assertion.holds(between: here.previous, and: here.next) { stack.append(.visit(place + 1)) }
                case .scalar, .set, .match:
                    places.append(place)
                    for slot in saved.indices { slots[place * slotCount + slot] = saved[slot] }
                }
            }
        }
    }
}
