package dev.svc.server.terminal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.Programs;
import dev.svc.shared.control.Zombie;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class DtachHostIT extends TerminalHostContract {
    private static final Path DTACH = Path.of("/usr/bin/dtach");

    @Override
    TerminalHost host(Path folder) throws IOException {
        return new DtachHost(DTACH, folder, List.of());
    }

    @Test
    void a_program_outlives_its_holder_and_is_held_again() throws Exception {
        var first = start("stty -echo; echo ready; read -r line; echo \"got $line\"; exit 3");
        readUntil(first, "ready\r\n");
        first.close();

        var second = programs.add(host.resume("slot").orElseThrow());
        second.write("again\n".getBytes(UTF_8));

        assertThat(readAll(second)).isEqualTo("got again\r\n");
        assertThat(second.exit()).isEqualTo(new Exit(3, null));
    }

    @Test
    void a_program_that_wrote_long_ago_has_written_nothing_since_and_one_that_has_just_written_may_have()
            throws Exception {
        var program = start("stty -echo; echo ready; cat");
        readUntil(program, "ready\r\n");
        var now = Instant.now();

        assertThat(program.wroteNothingSince(now.plusSeconds(60))).isTrue();
        assertThat(program.wroteNothingSince(now)).isFalse();
        program.write("keys are no output of the program".getBytes(UTF_8));
        assertThat(program.wroteNothingSince(now.plusSeconds(60))).isTrue();
    }

    @Test
    void a_master_that_nobody_has_asked_for_is_dead_though_its_socket_is_held() throws Exception {
        try (var zombie = Zombie.make();
                var socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            long shell = ProcessHandle.current().pid();
            Files.writeString(
                    folder.resolve("run/slot.pid"),
                    "%d %d\ngo\n".formatted(zombie.process().pid(), shell));

            assertThat(host.resume("slot", socket)).isEmpty();
        }
    }

    @Test
    void a_socket_without_a_master_is_removed_and_counts_as_ended() throws Exception {
        var program = start("sleep 1000");
        program.keeper().destroyForcibly();
        program.keeper().onExit().get();
        program.signal(Signal.KILL);

        assertThat(host.resume("slot")).isEmpty();
        assertThat(folder.resolve("run/slot.sock")).doesNotExist();
    }

    @Test
    void a_file_that_is_no_socket_counts_as_ended() throws Exception {
        Files.writeString(folder.resolve("run/slot.sock"), "not a socket");

        assertThat(host.resume("slot")).isEmpty();
    }

    @Test
    void nobody_else_may_look_into_the_folder() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("run"))))
                .isEqualTo("rwx------");
    }

    @Test
    void a_folder_too_deep_for_sockets_is_refused_with_what_to_set() {
        assertThatThrownBy(() -> host(folder.resolve("d".repeat(100)))).hasMessageContaining("SVC_RUNTIME_DIR");
    }

    @Test
    void a_program_that_does_not_exist_ends_with_the_shells_code() throws Exception {
        var program = programs.add(host.start("slot", order(List.of("/does/not/exist"), Size.USUAL)));
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(127, null));
    }

    @Test
    void a_start_that_is_interrupted_leaves_no_process_and_no_file() throws Exception {
        var order = order(List.of("/bin/sleep", "1000"), Size.USUAL);
        var starting = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            return host.start("slot", order);
        });
        Thread.ofPlatform().start(starting);

        assertThatThrownBy(() -> Waiting.result(starting)).hasCauseInstanceOf(IOException.class);
        Waiting.until(() -> "left: " + ofThisFolder(), () -> ofThisFolder().isEmpty());
        assertThat(folder.resolve("run")).isEmptyDirectory();
    }

    private List<String> ofThisFolder() {
        return Programs.with(folder.toString()).map(Programs.Program::line).toList();
    }

    /// The tests may run behind `&`, where programs ignore the key by default.
    @Test
    void an_interrupt_key_ends_the_program_and_its_ending_is_still_written_down() throws Exception {
        var argv = List.of("/usr/bin/env", "--default-signal=INT", "/bin/sh", "-c", "echo ready; exec sleep 1000");
        var program = programs.add(host.start("slot", order(argv, Size.USUAL)));
        readUntil(program, "ready\r\n");
        program.write(new byte[] {3});
        readAll(program);

        assertThat(program.exit()).isEqualTo(new Exit(null, 2));
    }

    /// As when many programs are waited for at a time.
    @Test
    void keys_wait_for_a_program_that_takes_none_although_its_channel_does_not_block() throws Exception {
        int keys = 400_000;
        var program = start(
                "stty raw -echo; echo ready; until [ -e go ]; do sleep 0.05; done; head -c " + keys + " | md5sum");
        readUntil(program, "ready\n");
        var channel = program.channel().orElseThrow();
        channel.configureBlocking(false);
        program.write("k".repeat(keys).getBytes(UTF_8));
        channel.configureBlocking(true);
        Files.createFile(folder.resolve("go"));

        var sum = HexFormat.of()
                .formatHex(
                        MessageDigest.getInstance("MD5").digest("k".repeat(keys).getBytes(UTF_8)));
        assertThat(readAll(program)).contains(sum);
    }

    /// As on a busy machine: the program fills all that lies between it and its reader, and ends.
    @Test
    void what_a_program_printed_last_arrives_although_nobody_read_it_before_the_end() throws Exception {
        var program = start("""
                stty -opost -echo
                all=0
                for i in $(seq 30); do
                    more=$(LC_ALL=C dd if=/dev/zero of=/dev/tty bs=256 count=8000 oflag=nonblock 2>&1 |
                        sed -n 's/^\\([0-9]*\\) bytes.*/\\1/p')
                    all=$((all + more))
                    sleep 0.02
                done
                echo $all >printed
                """);
        var terminal = Path.of("/proc/" + program.leaderPid() + "/fd/1");
        var open = Files.readSymbolicLink(terminal);
        Waiting.until(() -> !leadsTo(terminal, open));

        assertThat(readAll(program))
                .hasSize(Integer.parseInt(
                        Files.readString(folder.resolve("printed")).strip()));
    }

    /// Whether a link is there and leads to something; a process may end between two looks at it.
    private static boolean leadsTo(Path link, Path wanted) {
        try {
            return Files.readSymbolicLink(link).equals(wanted);
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void a_scope_command_goes_in_front() throws Exception {
        var scoped = new DtachHost(DTACH, folder.resolve("run"), List.of("/usr/bin/env", "SCOPE=mine"));
        var program = programs.add(scoped.start("slot", order(List.of("/usr/bin/env"), Size.USUAL)));

        assertThat(readAll(program)).contains("SCOPE=mine");
    }

    @Test
    void a_scope_that_cannot_be_made_is_given_up_and_the_program_starts_all_the_same() throws Exception {
        var scoped = new DtachHost(DTACH, folder.resolve("run"), List.of("/bin/false"));
        assertThat(scoped.scope()).isEqualTo("systemd");
        var program = programs.add(scoped.start("slot", order(List.of("/bin/echo", "up"), Size.USUAL)));

        assertThat(readAll(program)).contains("up");
        assertThat(scoped.scope()).isEqualTo("none");
    }
}
