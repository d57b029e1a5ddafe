package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// `svc attach` in a real terminal, started from a shell that says afterwards how it ended, and in what state it left
/// the terminal.
final class AttachedShell implements AutoCloseable {
    private final PtyProcess terminal;

    private AttachedShell(PtyProcess terminal) {
        this.terminal = terminal;
    }

    static AttachedShell start(Path home, Map<String, String> environment, String session) throws IOException {
        var all = new HashMap<>(environment);
        all.put("HOME", home.toString());
        all.put("PATH", "/usr/bin:/bin");
        all.put("TERM", "xterm");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String line = "%s @jvm.options -jar target/svc.jar attach %s; echo code=$?; stty -a; echo over"
                .formatted(java, session);
        return new AttachedShell(new PtyProcessBuilder(new String[] {"/bin/sh", "-c", line})
                .setEnvironment(all)
                .setDirectory(Path.of("").toAbsolutePath().toString())
                .setInitialColumns(90)
                .setInitialRows(30)
                .start());
    }

    /// Reads on until the text has come, and returns what was read.
    String awaits(String text) throws IOException {
        var all = new ByteArrayOutputStream();
        while (!all.toString(UTF_8).contains(text)) {
            int next = terminal.getInputStream().read();
            assertThat(next)
                    .as("the terminal ended with %s", all.toString(UTF_8))
                    .isNotNegative();
            all.write(next);
        }
        return all.toString(UTF_8);
    }

    void type(String keys) throws IOException {
        terminal.getOutputStream().write(keys.getBytes(UTF_8));
        terminal.getOutputStream().flush();
    }

    void resize(int columns, int rows) {
        terminal.setWinSize(new WinSize(columns, rows));
    }

    @Override
    public void close() {
        terminal.destroyForcibly();
    }
}
