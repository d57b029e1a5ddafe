package planted.cli;

/// Planted for the floor plan's own test.
public final class KnowsChronicle {
    public static final Class<?> KNOWN = net.openhft.chronicle.queue.ChronicleQueue.class;

    private KnowsChronicle() {}
}
