package dev.svc.server.engine.outside;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What was found out about each process, for a few looks: finding it out costs. Used by one thread.
public final class Remembered<T> {
    private static final int LOOKS = 10;

    /// What a process is on shows soon after it has begun.
    private static final int LOOKS_FOR_NOTHING = 3;

    private final Map<LivingProcess, Answer<T>> answers = new HashMap<>();

    private record Answer<T>(Optional<T> value, int left) {}

    /// What is known of it; asks when nothing is, or when that is a while ago.
    public Optional<T> of(LivingProcess process, Supplier<Optional<T>> ask) {
        var known = answers.get(process);
        if (known != null && known.left() > 0) {
            answers.put(process, new Answer<>(known.value(), known.left() - 1));
            return known.value();
        }
        var value = ask.get();
        answers.put(process, new Answer<>(value, value.isPresent() ? LOOKS : LOOKS_FOR_NOTHING));
        return value;
    }

    /// Forgets all others.
    public void keep(Collection<LivingProcess> living) {
        answers.keySet().retainAll(Set.copyOf(living));
    }
}
