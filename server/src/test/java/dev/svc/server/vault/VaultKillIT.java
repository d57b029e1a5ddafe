package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.vault.copy.Sealing;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that copies growing transcripts, again and again on the same vault, at any point of its life: what
/// it
/// said was copied is there, and nothing that was never written.
class VaultKillIT {
    private static final int ROUNDS = Boolean.getBoolean("svc.deep") ? 200 : 6;
    private static final int MOST_COPIES = 60;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder = Path.of("");

    private final long[] copied = new long[VaultVictim.SESSIONS];

    @Test
    void nothing_that_was_copied_is_lost_and_nothing_is_invented() throws Exception {
        long seed = Long.getLong("svc.kill.seed", System.nanoTime());
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            live(random.nextLong(), random.nextInt(MOST_COPIES));
            judge("seed " + seed + ", round " + round);
        }
        assertThat(Arrays.stream(copied).sum()).isPositive();
    }

    private void live(long seed, int copies) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-") && !argument.startsWith("-javaagent"))
                .toList());
        command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path"), VaultVictim.class.getName()));
        command.addAll(List.of(
                folder.resolve("home").toString(), folder.resolve("vault").toString(), Long.toString(seed)));
        var process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try (var output = process.inputReader()) {
            for (int i = 0; i < copies; i++) {
                assertThat(note(output)).as("it ended, see errors").isTrue();
            }
            process.toHandle().destroyForcibly();
            while (note(output)) {
                // What it had said before it was killed counts as well.
            }
        }
        process.waitFor();
    }

    /// @return false at the end
    private boolean note(BufferedReader output) throws IOException {
        var line = output.readLine();
        if (line == null) {
            return false;
        }
        var fields = line.split(" ", 2);
        copied[Integer.parseInt(fields[0])] = Long.parseLong(fields[1]);
        return true;
    }

    private void judge(String about) throws IOException {
        var home = folder.resolve("home");
        try (var vault = Vault.open(folder.resolve("vault"), Sealing.NONE)) {
            for (int session = 0; session < VaultVictim.SESSIONS; session++) {
                var kept = kept(vault, session);
                assertThat(kept.length).as("%s, session %d", about, session).isGreaterThanOrEqualTo((int)
                        copied[session]);
                if (kept.length > 0) {
                    var written = Files.readAllBytes(VaultVictim.transcript(home, session));
                    assertThat(Arrays.equals(kept, 0, kept.length, written, 0, Math.min(kept.length, written.length)))
                            .as("%s: session %d is what was written", about, session)
                            .isTrue();
                }
            }
        }
    }

    private static byte[] kept(Vault vault, int session) throws IOException {
        try (var copy = vault.read(VaultVictim.id(session))) {
            assertThat(copy.verify()).isEmpty();
            var out = new ByteArrayOutputStream();
            for (var file : copy.state().files().values()) {
                copy.copy(file, out);
            }
            assertThat(copy.state().former()).isEmpty();
            return out.toByteArray();
        } catch (NoSuchFileException none) {
            return new byte[0];
        }
    }
}
