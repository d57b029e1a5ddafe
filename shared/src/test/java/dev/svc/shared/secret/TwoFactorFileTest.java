package dev.svc.shared.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoFactorFileTest {
    private static final SecondFactor.On ON =
            new SecondFactor.On("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 42, List.of("a", "b"));

    @TempDir
    private Path folder;

    private Path path;
    private TwoFactorFile file;

    @BeforeEach
    void name() {
        path = folder.resolve("2fa.json");
        file = new TwoFactorFile(path);
    }

    @Test
    void no_file_is_off_and_what_was_written_is_read() throws IOException {
        assertThat(file.read()).isEqualTo(new SecondFactor.Off());
        file.enable(ON);
        assertThat(file.read()).isEqualTo(ON);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void removing_is_off_and_says_whether_there_was_one() throws IOException {
        file.enable(ON);
        assertThat(file.remove()).isTrue();
        assertThat(file.remove()).isFalse();
        assertThat(file.read()).isEqualTo(new SecondFactor.Off());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"schema\":1}",
                "{\"schema\":2,\"secret\":\"GEZDGNBVGY3TQOJQ\",\"last_step\":1,\"recovery_codes\":[]}",
                "{\"schema\":1,\"secret\":\"\",\"last_step\":1,\"recovery_codes\":[]}",
                "{\"schema\":1,\"secret\":\"GEZDGNBVGY3TQOJQ\",\"last_step\":\"x\",\"recovery_codes\":[]}",
                "{\"schema\":1,\"secret\":\"GEZDGNBVGY3TQOJQ\",\"last_step\":1}"
            })
    void a_damaged_file_is_neither_on_nor_off_and_names_the_way_out(String text) throws IOException {
        file.enable(ON);
        Files.writeString(path, text);
        assertThat(file.read())
                .isInstanceOfSatisfying(
                        SecondFactor.Broken.class,
                        broken -> assertThat(broken.sentence()).contains("svc clear-2fa", path.toString()));
    }

    @Test
    void every_cut_of_a_good_file_is_damaged() throws IOException {
        file.enable(ON);
        String whole = Files.readString(path);
        for (int length = 0; length < whole.length(); length++) {
            Files.writeString(path, whole.substring(0, length));
            assertThat(file.read()).isInstanceOf(SecondFactor.Broken.class);
        }
    }

    @Test
    void a_folder_a_link_and_a_huge_file_are_damaged() throws IOException {
        Files.createDirectory(path);
        assertThat(file.read()).isInstanceOf(SecondFactor.Broken.class);
        Files.delete(path);
        Files.createSymbolicLink(path, folder.resolve("nowhere"));
        assertThat(file.read()).isInstanceOf(SecondFactor.Broken.class);
        assertThatThrownBy(() -> file.enable(ON)).isInstanceOf(IOException.class);
        Files.delete(path);
        file.enable(ON);
        Files.writeString(path, " ".repeat(1 << 20));
        assertThat(file.read()).isInstanceOf(SecondFactor.Broken.class);
    }

    @Test
    void a_file_that_others_may_read_is_refused_with_the_command_that_mends_it() throws IOException {
        file.enable(ON);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(file.read())
                .isInstanceOfSatisfying(
                        SecondFactor.Broken.class,
                        broken -> assertThat(broken.sentence()).contains("chmod 600"));
    }

    @Test
    void of_many_that_count_the_same_step_one_wins() throws Exception {
        file.enable(ON);
        var winners = new AtomicInteger();
        try (var racers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 32; i++) {
                var _ = racers.submit(() -> {
                    var won = file.change(on -> on.lastStep() < 43 ? Optional.of(on.acceptedAt(43)) : Optional.empty());
                    winners.addAndGet(won.isPresent() ? 1 : 0);
                    return won;
                });
            }
        }
        assertThat(winners).hasValue(1);
    }

    @Test
    void a_change_of_what_is_off_writes_nothing() throws IOException {
        assertThat(file.change(Optional::of)).isEmpty();
        assertThat(path).doesNotExist();
    }
}
