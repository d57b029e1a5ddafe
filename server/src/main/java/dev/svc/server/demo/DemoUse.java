package dev.svc.server.demo;

/// What a call of a model used, in tokens: a conversation grows, and most of what was sent before comes from the cache.
///
/// @param fresh of the input, what was not cached
/// @param cached of the input, what was read from the cache
/// @param written to the cache
record DemoUse(int fresh, int cached, int written, int output) {
    static final DemoUse NOTHING = new DemoUse(0, 0, 0, 0);

    private static final int SYSTEM = 11_000;
    private static final int STEP = 5_200;
    private static final int SPREAD = 4_096;

    /// The same for the same sample, whenever it is made.
    static DemoUse of(Sample sample, Said said) {
        int place = sample.talk().indexOf(said);
        int chance = Math.floorMod(sample.id().hashCode() * 31 + place * 7919, SPREAD);
        return new DemoUse(
                300 + chance / 4,
                place == 0 ? 0 : SYSTEM + place * STEP,
                STEP + chance,
                180 + said.text().length() * 3);
    }

    DemoUse plus(DemoUse other) {
        return new DemoUse(fresh + other.fresh, cached + other.cached, written + other.written, output + other.output);
    }

    /// All that was sent, where a program does not tell what it wrote to the cache.
    int input() {
        return fresh + cached + written;
    }
}
