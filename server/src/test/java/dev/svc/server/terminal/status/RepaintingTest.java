package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RepaintingTest {
    private final List<String> done = new CopyOnWriteArrayList<>();

    /// A program that notes what is done to its window.
    private class Window implements Repaintable {
        private final AtomicLong printed = new AtomicLong();
        private final String name;
        private final int answer;

        Window(String name, int answer) {
            this.name = name;
            this.answer = answer;
        }

        @Override
        public long printed() {
            return printed.get();
        }

        @Override
        public void shrink() {
            done.add("shrink " + name);
            printed.addAndGet(answer);
        }

        @Override
        public void restore() {
            done.add("restore " + name);
        }
    }

    @Test
    void programs_are_asked_one_after_the_other() {
        try (var repainting = new Repainting()) {
            repainting.ask(new Window("one", 1));
            repainting.ask(new Window("two", 1));
            Waiting.until(() -> done.contains("restore two"));
        }
        assertThat(done).containsExactly("shrink one", "restore one", "shrink two", "restore two");
    }

    @Test
    void a_program_that_prints_nothing_keeps_no_other_from_being_asked() {
        try (var repainting = new Repainting()) {
            repainting.ask(new Window("silent", 0));
            repainting.ask(new Window("two", 1));
            Waiting.until(() -> done.contains("restore two"));
        }
        assertThat(done).containsExactly("shrink silent", "restore silent", "shrink two", "restore two");
    }

    @Test
    void a_program_that_has_just_ended_keeps_no_other_from_being_asked() {
        try (var repainting = new Repainting()) {
            repainting.ask(new Window("ended", 0) {
                @Override
                public long printed() {
                    throw new IllegalStateException("its ring is closed");
                }
            });
            repainting.ask(new Window("two", 1));
            Waiting.until(() -> done.contains("restore two"));
        }
        assertThat(done).containsExactly("shrink two", "restore two");
    }

    @Test
    void a_server_that_stops_leaves_no_program_with_another_size() {
        try (var repainting = new Repainting()) {
            repainting.ask(new Window("silent", 0));
            Waiting.until(() -> done.contains("shrink silent"));
        }
        assertThat(done).containsExactly("shrink silent", "restore silent");
    }
}
