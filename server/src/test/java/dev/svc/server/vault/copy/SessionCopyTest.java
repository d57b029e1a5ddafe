package dev.svc.server.vault.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionCopyTest {
    @TempDir
    Path folder;

    private Copies copies;

    @BeforeEach
    void begin() {
        copies = new Copies(folder);
    }

    @Test
    void what_was_kept_comes_back_byte_for_byte() throws Exception {
        var content = new byte[3 * SessionCopy.SEGMENT + 17];
        new Random(5).nextBytes(content);
        copies.take(Copies.LOG, content, Cutting.Style.GROWING, 1);
        try (var copy = copies.read()) {
            assertThat(Copies.content(copy, Copies.LOG)).isEqualTo(content);
            assertThat(copy.state().bytes()).isEqualTo(content.length);
            assertThat(copy.state().note()).isEqualTo("note 1");
        }
    }

    @Test
    void an_appended_line_costs_what_was_appended() throws Exception {
        copies.take("a line\n".repeat(200_000), 1);
        long before = Files.size(copies.file());
        copies.take("a line\n".repeat(200_000) + "another\n", 2);
        assertThat(Files.size(copies.file()) - before < 1_000)
                .as("a line took more than a kilobyte")
                .isTrue();
        assertThat(copies.log().endsWith("a line\nanother\n")).isTrue();
    }

    @Test
    void a_file_that_changed_in_its_middle_keeps_what_did_not_change() throws Exception {
        var content = new byte[1 << 20];
        new Random(7).nextBytes(content);
        copies.take("state.json", content, Cutting.Style.WHOLE, 1);
        long before = Files.size(copies.file());
        content[500_000]++;
        copies.take("state.json", content, Cutting.Style.WHOLE, 2);
        assertThat(Files.size(copies.file()) - before < 80_000)
                .as("more than the changed segment was kept again")
                .isTrue();
        try (var copy = copies.read()) {
            assertThat(Copies.content(copy, "state.json")).isEqualTo(content);
        }
    }

    @Test
    void the_same_bytes_are_kept_once() throws Exception {
        var content = new byte[700_000];
        new Random(9).nextBytes(content);
        copies.take("one", content, Cutting.Style.GROWING, 1);
        copies.take("two", content, Cutting.Style.GROWING, 2);
        assertThat(Files.size(copies.file()) < 710_000).isTrue();
        try (var copy = copies.read()) {
            assertThat(Copies.content(copy, "two")).isEqualTo(content);
        }
    }

    @Test
    void a_log_that_does_not_begin_as_before_is_taken_again() throws Exception {
        copies.take("first\nsecond\n", 1);
        copies.take("other\nsecond\nthird\n", 2);
        assertThat(copies.log()).isEqualTo("other\nsecond\nthird\n");
    }

    @Test
    void a_shorter_log_is_what_it_is_now() throws Exception {
        copies.take("first\nsecond\n", 1);
        copies.take("first\n", 2);
        assertThat(copies.log()).isEqualTo("first\n");
        copies.take("", 3);
        assertThat(copies.log()).isEqualTo("");
    }

    @Test
    void a_copy_cut_off_anywhere_has_the_last_state_that_is_whole() throws Exception {
        copies.take("one\n", 1);
        long first = Files.size(copies.file());
        copies.take("one\ntwo\n", 2);
        long second = Files.size(copies.file());
        copies.take("one\ntwo\nthree\n", 3);
        var whole = Files.readAllBytes(copies.file());
        for (int length = 0; length <= whole.length; length++) {
            Files.write(copies.file(), Arrays.copyOf(whole, length));
            try (var copy = copies.read()) {
                long expected = length < first ? 0 : length < second ? 1 : length < whole.length ? 2 : 3;
                assertThat(copy.state().stamp()).as("cut off at " + length).isEqualTo(expected);
            }
            copies.take("one\ntwo\nthree\nfour\n", 4);
            assertThat(copies.log()).as("cut off at " + length).isEqualTo("one\ntwo\nthree\nfour\n");
        }
    }

    @Test
    void any_damaged_byte_is_noticed_and_nothing_wrong_is_given_out() throws Exception {
        copies.take("one\n", 1);
        copies.take("one\ntwo\n", 2);
        copies.take("side", "beside".getBytes(UTF_8), Cutting.Style.WHOLE, 3);
        var whole = Files.readAllBytes(copies.file());
        for (int at = 0; at < whole.length; at++) {
            var damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(copies.file(), damaged);
            lookAtDamaged(at);
        }
    }

    private void lookAtDamaged(int at) throws IOException {
        try (var copy = copies.read()) {
            boolean lostItsEnd = copy.state().stamp() < 3;
            assertThat(lostItsEnd || !copy.verify().isEmpty())
                    .as("nothing is said of byte " + at)
                    .isTrue();
            var known = Map.of(Copies.LOG, Set.of("one\n", "one\ntwo\n"), "side", Set.of("beside"));
            for (var file : copy.state().files().values()) {
                var out = new ByteArrayOutputStream();
                try {
                    copy.copy(file, out);
                } catch (CopyDamageException said) {
                    continue;
                }
                assertThat(Objects.requireNonNull(known.get(file.name())).contains(out.toString(UTF_8)))
                        .as("invented at byte " + at)
                        .isTrue();
            }
        } catch (CopyFormatException said) {
            assertThat(at < Integer.BYTES).as("of another form at byte " + at).isTrue();
        }
    }

    @Test
    void what_is_sound_of_a_damaged_copy_is_served() throws Exception {
        copies.take("side", "beside".getBytes(UTF_8), Cutting.Style.WHOLE, 1);
        copies.take("one\n", 2);
        var bytes = Files.readAllBytes(copies.file());
        bytes[RecordHead.BYTES] ^= 1;
        Files.write(copies.file(), bytes);
        assertThat(copies.log()).isEqualTo("one\n");
        try (var copy = copies.read()) {
            assertThat(copy.verify().stream().map(CopyDamage::lost).toList()).isEqualTo(List.of("a part of side"));
            assertThatThrownBy(() -> Copies.content(copy, "side")).isInstanceOf(CopyDamageException.class);
            var out = new ByteArrayOutputStream();
            assertThat(copy.salvage(copy.state().file("side").orElseThrow(), out))
                    .isEqualTo(6);
        }
    }

    @Test
    void what_is_damaged_is_kept_again_while_its_file_is_there() throws Exception {
        copies.take("one\n", 1);
        var bytes = Files.readAllBytes(copies.file());
        bytes[RecordHead.BYTES] ^= 1;
        Files.write(copies.file(), bytes);
        try (var copy = SessionCopy.write(copies.file(), Sealing.NONE)) {
            copy.distrustDamaged();
            var digest = copy.add("one\n".getBytes(UTF_8));
            assertThat(List.of(digest))
                    .isEqualTo(copy.state().file(Copies.LOG).orElseThrow().segments());
        }
        assertThat(copies.log()).isEqualTo("one\n");
    }

    @Test
    void what_a_file_was_before_and_what_went_is_remembered() throws Exception {
        copies.take("one\n", 1);
        var gone = Instant.ofEpochMilli(77);
        try (var copy = SessionCopy.write(copies.file(), Sealing.NONE)) {
            var state = copy.state();
            var left = state.file(Copies.LOG).orElseThrow().leftAt(gone);
            copy.keep(new CopyState(2, gone, "", Map.of(left.name(), left), List.of(left)));
            copy.keep(new CopyState(3, gone, "", Map.of(), List.of(left, left)));
        }
        try (var copy = copies.read()) {
            assertThat(copy.state().isEmpty()).isTrue();
            assertThat(copy.state().former().size()).isEqualTo(2);
            assertThat(copy.state().former().getLast().until()).isEqualTo(gone);
        }
    }

    @Test
    void a_copy_of_a_newer_release_is_left_alone() throws Exception {
        copies.take("one\n", 1);
        var bytes = Files.readAllBytes(copies.file());
        bytes[3]++;
        Files.write(copies.file(), bytes);
        assertThatThrownBy(() -> SessionCopy.write(copies.file(), Sealing.NONE))
                .isInstanceOf(CopyFormatException.class)
                .hasMessageContaining("newer release");
        assertThat(Files.readAllBytes(copies.file())).isEqualTo(bytes);
    }

    @Test
    void a_link_in_its_place_is_refused() throws Exception {
        var elsewhere = Files.writeString(folder.resolve("elsewhere"), "mine");
        Files.createSymbolicLink(copies.file(), elsewhere);
        assertThatThrownBy(() -> SessionCopy.write(copies.file(), Sealing.NONE)).isInstanceOf(IOException.class);
        assertThat(Files.readString(elsewhere)).isEqualTo("mine");
    }

    @Test
    void only_its_owner_can_read_it() throws Exception {
        copies.take("one\n", 1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copies.file())))
                .isEqualTo("rw-------");
    }

    @Test
    void written_again_it_says_the_same_in_less() throws Exception {
        var text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("line ").append(i).append('\n');
            copies.take(text.toString(), i + 1);
        }
        long diced = Files.size(copies.file());
        try (var copy = copies.read()) {
            assertThat(CopyRewriting.pays(copy)).isTrue();
        }
        CopyRewriting.rewrite(copies.file(), Sealing.NONE, () -> {});
        assertThat(Files.size(copies.file()) < diced / 20).isTrue();
        assertThat(copies.log()).isEqualTo(text.toString());
        try (var copy = copies.read()) {
            assertThat(CopyRewriting.pays(copy)).isFalse();
            assertThat(copy.state().stamp()).isEqualTo(300);
            assertThat(copy.state().note()).isEqualTo("note 300");
            assertThat(copy.verify()).isEqualTo(List.of());
        }
        text.append("and on\n");
        copies.take(text.toString(), 301);
        assertThat(copies.log()).isEqualTo(text.toString());
    }

    @Test
    void a_damaged_copy_is_not_written_again() throws Exception {
        copies.take("one\n", 1);
        var bytes = Files.readAllBytes(copies.file());
        bytes[RecordHead.BYTES] ^= 1;
        Files.write(copies.file(), bytes);
        assertThatThrownBy(() -> CopyRewriting.rewrite(copies.file(), Sealing.NONE, () -> {}))
                .isInstanceOf(CopyDamageException.class);
        assertThat(Files.readAllBytes(copies.file())).isEqualTo(bytes);
        try (var files = Files.list(folder)) {
            assertThat(files.noneMatch(file -> file.toString().endsWith(".new")))
                    .isTrue();
        }
    }

    @Test
    void a_state_without_the_one_before_it_does_not_guess() throws Exception {
        copies.take("one\n", 1);
        long first = Files.size(copies.file());
        copies.take("one\ntwo\n", 2);
        copies.take("one\ntwo\nthree\n", 3);
        var bytes = Files.readAllBytes(copies.file());
        // The second state's body: its record is the last before the third segment.
        int at = (int) first + RecordHead.BYTES + "two\n".length() + RecordHead.BYTES;
        bytes[at] ^= 1;
        Files.write(copies.file(), bytes);
        try (var copy = copies.read()) {
            assertThat(new String(Copies.content(copy, Copies.LOG), UTF_8)).isEqualTo("one\n");
            assertThat(copy.verify().stream().anyMatch(damage -> damage.lost().contains("the last content of")))
                    .isTrue();
        }
    }
}
