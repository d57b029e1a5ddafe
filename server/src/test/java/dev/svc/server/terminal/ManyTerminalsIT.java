package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many terminals at once under a mixed load: some flood, some print a little all the time, some only answer.
class ManyTerminalsIT {
    private static final int TERMINALS = Boolean.getBoolean("svc.deep") ? 200 : 24;
    private static final int LINES = 40_000;
    private static final String MIXED = """
            stty -opost
            case $0 in
                flood*) echo ready; read -r go; seq 1 %d; echo END; cat ;;
                trickle*) echo ready; read -r go; i=0; while [ $i -lt 40 ]; do i=$((i+1)); echo "$i"; sleep 0.05; done; echo END; cat ;;
                *) echo up; cat ;;
            esac
            """.formatted(LINES);

    @TempDir
    Path temp;

    /// The output of one terminal as its viewer saw it.
    private record Seen(String kind, String text) {}

    @Test
    void each_of_many_terminals_shows_exactly_what_its_program_printed() throws Exception {
        try (var house = new House(temp);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            house.pinning.script = MIXED;
            var tasks = new ArrayList<Callable<Seen>>();
            for (int i = 0; i < TERMINALS; i++) {
                var id = house.stored(kind(i) + i);
                tasks.add(() -> use(house, id));
            }
            for (var done : threads.invokeAll(tasks)) {
                var seen = done.get();
                assertThat(seen.text()).isEqualTo(expected(seen.kind()));
            }
            assertThat(house.terminals.count()).isEqualTo(TERMINALS);
        }
    }

    private static String kind(int i) {
        return i % 4 == 0 ? "flood" : i % 4 == 1 ? "trickle" : "still";
    }

    private static Seen use(House house, SessionId id) throws IOException {
        var viewer = house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"));
        if (id.nativeId().startsWith("still")) {
            String up = House.readUntil(viewer, "up\n");
            viewer.write("ping\n".getBytes(UTF_8));
            return new Seen("still", up + House.readUntil(viewer, "ping\nping\n"));
        }
        String ready = House.readUntil(viewer, "ready\n");
        viewer.write("\n".getBytes(UTF_8));
        String kind = id.nativeId().replaceAll("\\d", "");
        return new Seen(kind, ready + House.readUntil(viewer, "END\n"));
    }

    /// The line feed after the first line is the terminal's echo of the key that began it.
    private static String expected(String kind) {
        return switch (kind) {
            case "flood" -> "ready\n\n" + numbers(LINES) + "END\n";
            case "trickle" -> "ready\n\n" + numbers(40) + "END\n";
            default -> "up\nping\nping\n";
        };
    }

    private static String numbers(int most) {
        return IntStream.rangeClosed(1, most).mapToObj(i -> i + "\n").collect(Collectors.joining());
    }
}
