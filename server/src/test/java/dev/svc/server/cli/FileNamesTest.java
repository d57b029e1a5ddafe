package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileNamesTest {
    @Test
    void where_every_name_can_be_used_nothing_is_said() {
        assertThat(FileNames.objection(name -> Path.of("any"))).isEmpty();
    }

    @Test
    void where_a_name_is_refused_it_says_what_to_set() {
        assertThat(FileNames.objection(name -> {
                    throw new InvalidPathException(name, "Malformed input or input contains unmappable characters");
                }))
                .get()
                .asString()
                .contains("LANG=C.UTF-8");
    }

    /// The objection relies on how the JVM behaves, which may change.
    @Test
    void a_locale_without_utf_8_makes_the_jvm_refuse_the_name() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var classes = System.getProperty("java.class.path");
        var process = new ProcessBuilder(java, "-cp", classes, Probe.class.getName());
        process.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        process.environment().put("LANG", "C");
        var started = process.redirectErrorStream(true).start();
        var said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Waiting.exitCode(started)).isZero();
        assertThat(said).isEqualTo(File.separatorChar == '/' && !isMac() ? "refused" : "taken");
    }

    private static boolean isMac() {
        return System.getProperty("os.name", "").startsWith("Mac");
    }

    /// The output of a separate JVM.
    static final class Probe {
        private Probe() {}

        public static void main(String[] arguments) {
            System.out.print(FileNames.objection(Path::of).isPresent() ? "refused" : "taken");
        }
    }
}
