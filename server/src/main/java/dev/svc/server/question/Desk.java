package dev.svc.server.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What one session's program asks. Guarded by the lock of [Questions].
final class Desk {
    private static final int MOST = 64;

    private final List<Held> open = new ArrayList<>();
    private @Nullable Asked screen;
    private @Nullable String covered;

    List<Held> open() {
        return List.copyOf(open);
    }

    boolean isFull() {
        return open.size() >= MOST;
    }

    void add(Held held) {
        open.add(held);
    }

    void remove(Held held) {
        open.remove(held);
    }

    Optional<Held> find(AnswerChannel channel, String key) {
        return open.stream()
                .filter(it -> it.is(channel) && it.asked().key().equals(key))
                .findFirst();
    }

    Optional<Held> onScreen() {
        return open.stream().filter(it -> it.is(AnswerChannel.SCREEN)).findFirst();
    }

    List<Held> hooks() {
        return open.stream().filter(it -> it.is(AnswerChannel.HOOK)).toList();
    }

    /// Whether the dialog of the screen is known by a better channel.
    boolean hasBetter() {
        return open.stream().anyMatch(it -> !it.is(AnswerChannel.SCREEN));
    }

    /// What the screen asks now.
    @Nullable
    Asked screen() {
        return screen;
    }

    void screen(@Nullable Asked now) {
        this.screen = now;
        if (now == null || !now.key().equals(covered)) {
            covered = null;
        }
    }

    /// The dialog that the screen shows belongs to a better channel, for as long as it is shown.
    void cover() {
        covered = screen == null ? null : screen.key();
    }

    void uncover() {
        covered = null;
    }

    /// What the screen asks and nobody else does.
    Optional<Asked> uncovered() {
        return Optional.ofNullable(screen).filter(it -> !it.key().equals(covered));
    }
}
