package dev.svc.server.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShellTurnsTest extends TurnsContract {
    @Override
    protected void plant(Path home) throws IOException {
        Shells.plant(home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return Shells.provider(home);
    }

    @Override
    protected Map<String, Message> lastMessages() {
        var last = new HashMap<String, Message>();
        for (int number = 1; number < Shells.MANY; number++) {
            last.put(
                    Shells.id(number),
                    new Message("assistant", "```\nline %d\nof `%d`\n```".formatted(number - 1, number)));
        }
        return last;
    }

    @Override
    protected @Nullable Path log(String nativeId) {
        return Shells.folder(home).resolve(nativeId + ".jsonl");
    }

    @Test
    void a_command_is_the_first_turn_and_what_it_printed_follows_as_it_stood() throws IOException {
        assertThat(all(Shells.id(1))).extracting(Turn::text).containsExactly("make 1", "```\nline 0\nof `1`\n```");
    }

    @Test
    void where_output_may_be_missing_a_turn_says_so() throws IOException {
        var book = Shells.provider(home).book();
        book.missed(Shells.id(0), 99, false, Shells.NOW);
        book.printed(Shells.id(0), "after", 120, Shells.NOW);
        var turns = all(Shells.id(0));
        assertThat(turns.get(turns.size() - 2).text()).startsWith("Some output may be missing here");
        assertThat(turns.getLast().text()).contains("after");
    }

    @Test
    void a_fence_in_what_was_printed_does_not_end_the_turns_own() throws IOException {
        Shells.provider(home).book().printed(Shells.id(0), "```sh\nls\n```\n# no heading", 99, Shells.NOW);
        assertThat(all(Shells.id(0)))
                .extracting(Turn::text)
                .containsExactly("````\n```sh\nls\n```\n# no heading\n````");
    }
}
