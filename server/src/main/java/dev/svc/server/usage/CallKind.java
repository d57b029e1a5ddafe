package dev.svc.server.usage;

import dev.svc.server.engine.usage.UsageRecord;

/// Calls of a model that are priced alike.
enum CallKind {
    USUAL(0),
    /// With a prompt so long that some models cost more.
    LARGE(1),
    /// The program says what it cost.
    SAID(2);

    /// Prompts of more tokens are priced by the second column of the price lists that have one.
    private static final long LARGEST_USUAL = 200_000;

    private static final CallKind[] BY_NUMBER = {USUAL, LARGE, SAID};
    static final int COUNT = BY_NUMBER.length;

    private final int number;

    CallKind(int number) {
        this.number = number;
    }

    /// What stands for it in files.
    int number() {
        return number;
    }

    static CallKind numbered(int number) {
        return BY_NUMBER[Math.clamp(number, 0, COUNT - 1)];
    }

    static CallKind of(UsageRecord record) {
        if (record.cost() > 0) {
            return SAID;
        }
        return !record.isSum() && record.tokens().sent() > LARGEST_USUAL ? LARGE : USUAL;
    }
}
