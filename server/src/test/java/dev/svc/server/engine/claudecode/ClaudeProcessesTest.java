package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeProcessesTest {
    private static final String ID = "95e9e158-3f6b-4143-9835-42e25a03ef15";
    private static final String OTHER = "458a740b-3116-4d11-bc1c-d3e54d0f6f43";

    @TempDir
    Path folder;

    private Path proc = Path.of("");
    private Path sessions = Path.of("");

    @BeforeEach
    void lay() throws IOException {
        proc = Files.createDirectories(folder.resolve("proc"));
        Files.createDirectories(proc.resolve("self"));
        sessions = Files.createDirectories(folder.resolve("sessions"));
    }

    @Test
    void a_session_is_running_while_its_process_lives() throws IOException {
        process(41, "(claude)", "777");
        process(42, "(a ) b (c)", "888");
        session("41.json", "{\"pid\":41,\"procStart\":\"777\",\"sessionId\":\"" + ID + "\",\"status\":\"busy\"}");
        session("42.json", "{\"pid\":42,\"procStart\":\"888\",\"sessionId\":\"" + OTHER + "\"}");
        assertThat(running()).containsExactlyInAnyOrder(ID, OTHER);
    }

    @Test
    void a_process_that_is_gone_or_another_one_runs_nothing() throws IOException {
        process(41, "(claude)", "999");
        session("41.json", "{\"pid\":41,\"procStart\":\"777\",\"sessionId\":\"" + ID + "\"}");
        session("42.json", "{\"pid\":42,\"procStart\":\"777\",\"sessionId\":\"" + ID + "\"}");
        assertThat(running()).isEmpty();
    }

    @Test
    void damaged_notes_say_nothing() throws IOException {
        process(41, "(claude)", "777");
        session("a.json", "{");
        session("b.json", "[]");
        session("c.json", "{\"pid\":41,\"procStart\":\"777\",\"sessionId\":\"../..\"}");
        session("d.json", "{\"pid\":-1,\"procStart\":\"\",\"sessionId\":\"" + ID + "\"}");
        session("e.json", "{\"pid\":\"41\",\"sessionId\":\"" + ID + "\"}");
        session("41.key", "{\"pid\":41,\"procStart\":\"777\",\"sessionId\":\"" + ID + "\"}");
        Files.createSymbolicLink(sessions.resolve("f.json"), sessions.resolve("41.key"));
        assertThat(running()).isEmpty();
    }

    @Test
    void a_program_that_never_ran_runs_nothing() {
        assertThat(new ClaudeProcesses(folder.resolve("absent"), proc).running())
                .isEmpty();
    }

    /// The start of a process of this machine, as the program notes it.
    static String start(long pid) throws IOException {
        return ProcessState.of(pid).start();
    }

    private Set<String> running() {
        return new ClaudeProcesses(sessions, proc).running();
    }

    private void process(int pid, String name, String start) throws IOException {
        var stat = pid + " " + name + " S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 8 0 " + start + " 5853777920 51888 1";
        Files.writeString(
                Files.createDirectories(proc.resolve(Integer.toString(pid))).resolve("stat"), stat);
    }

    private void session(String name, String text) throws IOException {
        Files.writeString(sessions.resolve(name), text);
    }
}
