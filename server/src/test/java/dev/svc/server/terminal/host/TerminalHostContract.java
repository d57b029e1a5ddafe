package dev.svc.server.terminal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The contract of every host of terminals.
abstract class TerminalHostContract {
    static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TERM", "xterm-256color", "MARK", "given");

    @TempDir
    Path folder;

    TerminalHost host;
    final Programs programs = new Programs();

    abstract TerminalHost host(Path folder) throws IOException;

    @BeforeEach
    void make() throws IOException {
        host = host(folder.resolve("run"));
    }

    @AfterEach
    void end() throws IOException {
        programs.close();
    }

    @Test
    void a_program_sees_its_size_before_its_first_byte_and_none_of_its_output_is_lost() throws Exception {
        var program = start("stty size; echo done", new Size(132, 43));

        assertThat(readAll(program)).isEqualTo("43 132\r\ndone\r\n");
        assertThat(program.exit()).isEqualTo(new Exit(0, null));
    }

    @Test
    void the_exit_code_is_told() throws Exception {
        var program = start("exit 7", Size.USUAL);
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(7, null));
    }

    @Test
    void the_signal_that_ended_a_program_is_told() throws Exception {
        var program = start("kill -s KILL $$", Size.USUAL);
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(null, 9));
    }

    @Test
    void keys_reach_the_program() throws Exception {
        var program = start("stty -echo; echo ready; read -r line; echo \"got $line\"", Size.USUAL);
        readUntil(program, "ready\r\n");
        program.write("grüße, 世界\n".getBytes(UTF_8));

        assertThat(readAll(program)).isEqualTo("got grüße, 世界\r\n");
    }

    @Test
    void a_new_size_reaches_the_program() throws Exception {
        var program = start("trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done", Size.USUAL);
        readUntil(program, "ready\r\n");
        program.resize(new Size(101, 33));

        assertThat(readUntil(program, "33 101\r\n")).contains("33 101");
    }

    @Test
    void a_redraw_leaves_the_size_and_tells_the_program() throws Exception {
        var program = start("trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done", Size.USUAL);
        readUntil(program, "ready\r\n");
        program.redraw(Size.USUAL);

        assertThat(readUntil(program, "24 80\r\n")).contains("24 80");
    }

    @Test
    void the_environment_is_the_given_one_and_nothing_else() throws Exception {
        var program = programs.add(host.start("slot", order(List.of("/usr/bin/env"), Size.USUAL)));

        assertThat(readAll(program).lines().map(line -> line.replaceAll("=.*", "")))
                .contains("MARK", "TERM", "PATH")
                .doesNotContain("HOME", "JAVA_HOME", "MAVEN_OPTS");
    }

    @Test
    void arguments_arrive_as_they_are() throws Exception {
        var argv = List.of("/usr/bin/printf", "%s|", "a b", "$(id)", "it's", "", "-x");
        var program = programs.add(host.start("slot", order(argv, Size.USUAL)));

        assertThat(readAll(program)).isEqualTo("a b|$(id)|it's||-x|");
    }

    @Test
    void the_working_folder_is_the_given_one() throws Exception {
        assertThat(readAll(start("pwd", Size.USUAL)).strip())
                .isEqualTo(folder.toRealPath().toString());
    }

    /// The tests may run under `nohup`, where programs ignore hanging up by default.
    @Test
    void each_signal_reaches_the_program() throws Exception {
        String script = "trap 'echo hup' HUP; trap 'echo term' TERM; echo ready; while :; do sleep 0.05; done";
        var argv = List.of("/usr/bin/env", "--default-signal=HUP", "/bin/sh", "-c", script);
        var program = programs.add(host.start("slot", order(argv, Size.USUAL)));
        readUntil(program, "ready\r\n");
        program.signal(Signal.HANG_UP);
        readUntil(program, "hup\r\n");
        program.signal(Signal.TERMINATE);
        readUntil(program, "term\r\n");
        program.signal(Signal.KILL);
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(null, 9));
    }

    @Test
    void a_flood_arrives_whole() throws Exception {
        var program = start("stty -opost; seq 1 200000", Size.USUAL);
        String all = readAll(program);

        assertThat(all.lines()).hasSize(200_000);
        assertThat(all).endsWith("\n199999\n200000\n");
    }

    @Test
    void what_a_program_does_not_take_yet_holds_nobody_up_and_arrives_whole() throws Exception {
        var program = start(
                "stty raw -echo; echo ready; until [ -e go ]; do sleep 0.05; done; head -c 1000000 | sha256sum",
                Size.USUAL);
        readUntil(program, "ready\n");
        byte[] keys = new byte[1_000_000];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (byte) ('a' + i % 23);
        }

        program.write(keys);
        program.resize(new Size(100, 30));
        program.redraw(new Size(101, 31));
        program.answer("too late");
        Files.createFile(folder.resolve("go"));

        var sum = MessageDigest.getInstance("SHA-256").digest(keys);
        assertThat(readAll(program)).startsWith(HexFormat.of().formatHex(sum));
    }

    @Test
    void a_program_that_takes_no_keys_can_be_killed() throws Exception {
        var program = start("stty raw -echo; echo ready; sleep 1000", Size.USUAL);
        readUntil(program, "ready\n");
        program.write(new byte[100_000]);
        program.signal(Signal.KILL);
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(null, 9));
    }

    @Test
    void the_last_of_the_sizes_arrives_behind_what_was_not_taken() throws Exception {
        var program = start(
                "stty raw -echo; echo ready; until [ -e go ]; do sleep 0.05; done; head -c 200000 >/dev/null;"
                        + " until [ \"$(stty size)\" = '32 102' ]; do sleep 0.05; done; echo there",
                Size.USUAL);
        readUntil(program, "ready\n");

        program.write(new byte[200_000]);
        program.resize(new Size(100, 30));
        program.redraw(new Size(101, 31));
        program.resize(new Size(102, 32));
        Files.createFile(folder.resolve("go"));

        assertThat(readAll(program)).isEqualTo("there\n");
    }

    final Program start(String script) throws IOException {
        return start(script, Size.USUAL);
    }

    final Program start(String script, Size size) throws IOException {
        return programs.add(host.start("slot", order(List.of("/bin/sh", "-c", script), size)));
    }

    final Order order(List<String> argv, Size size) {
        return new Order(argv, ENVIRONMENT, folder, size);
    }

    final String readAll(Program program) throws Exception {
        return readUntil(program, null);
    }

    /// Reads on a thread of the kind the host asks for, and gives up after a while rather than hang.
    final String readUntil(Program program, @org.jspecify.annotations.Nullable String mark) throws Exception {
        var read = new CompletableFuture<String>();
        host.readerThreads().start(() -> read.complete(drain(program, mark)));
        return Waiting.result(read);
    }

    private static String drain(Program program, @org.jspecify.annotations.Nullable String mark) {
        var all = new java.io.ByteArrayOutputStream();
        byte[] piece = new byte[65536];
        try {
            for (int n = program.read(piece); n >= 0; n = program.read(piece)) {
                if (n == 0) {
                    Waiting.pause();
                }
                all.write(piece, 0, n);
                if (mark != null && all.toString(UTF_8).contains(mark)) {
                    break;
                }
            }
        } catch (IOException failed) {
            return failed.toString();
        }
        return all.toString(UTF_8);
    }
}
