package dev.svc.server.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.SessionFacts;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellBookTest {
    private static final String ID = Shells.id(1);

    @TempDir
    Path home;

    private ShellBook book = Shells.provider(Path.of("/")).book();

    @BeforeEach
    void begin() throws IOException {
        book = Shells.provider(home).book();
        book.begin(ID, "/work/kiosk", "make all", Shells.NOW);
    }

    private Path log() {
        return Shells.folder(home).resolve(ID + ".jsonl");
    }

    private SessionFacts row() throws IOException {
        return StoreFixture.row(Shells.provider(home).store(), ID);
    }

    @Test
    void a_terminal_is_called_after_its_command_or_its_folder() throws IOException {
        book.begin(Shells.id(2), "/work/kiosk", null, Shells.NOW);
        assertThat(row().title()).isEqualTo("make all");
        assertThat(StoreFixture.row(Shells.provider(home).store(), Shells.id(2)).title())
                .isEqualTo("Terminal in kiosk");
    }

    @Test
    void beginning_again_keeps_what_was_written_down() throws IOException {
        book.printed(ID, "one", 4, Shells.NOW);
        book.begin(ID, "/elsewhere", null, Shells.NOW);
        assertThat(book.command(ID)).contains("make all");
        assertThat(row().cwd()).isEqualTo("/work/kiosk");
        assertThat(book.extent(ID)).isEqualTo(new ShellBook.Extent(4, false, false, false));
    }

    @Test
    void a_line_that_was_cut_short_stays_alone_and_is_counted() throws IOException {
        Files.writeString(log(), "{\"type\":\"printed\",\"te", StandardOpenOption.APPEND);
        assertThat(book.extent(ID)).isEqualTo(new ShellBook.Extent(0, false, false, false));
        book.printed(ID, "one", 4, Shells.NOW);
        assertThat(book.extent(ID).upto()).isEqualTo(4);
        assertThat(row().messageCount()).isEqualTo(2);
        assertThat(row().unreadable()).isOne();
    }

    @Test
    void a_log_knows_whether_it_says_that_something_is_missing_at_its_end() throws IOException {
        book.printed(ID, "one", 4, Shells.NOW);
        assertThat(book.extent(ID).settled()).isFalse();
        book.missed(ID, 4, false, Shells.NOW);
        assertThat(book.extent(ID)).isEqualTo(new ShellBook.Extent(4, true, false, false));
        book.printed(ID, "two", 8, Shells.NOW);
        assertThat(book.extent(ID).settled()).isFalse();
        book.ended(ID, 8, Shells.NOW);
        assertThat(book.extent(ID).settled()).isTrue();
        assertThat(row().unreadable()).isZero();
    }

    @Test
    void that_something_is_missing_is_said_once_at_one_place() throws IOException {
        book.missed(ID, 4, false, Shells.NOW);
        long size = Files.size(log());
        book.missed(ID, 8, false, Shells.NOW);
        assertThat(Files.size(log())).isEqualTo(size);
        book.printed(ID, "two", 12, Shells.NOW);
        book.missed(ID, 12, false, Shells.NOW);
        assertThat(book.extent(ID)).isEqualTo(new ShellBook.Extent(12, true, false, false));
    }

    @Test
    void how_far_a_full_screen_program_was_read_is_no_message_and_no_activity() throws IOException {
        book.printed(ID, "one", 4, Shells.NOW);
        var before = row();
        book.screen(ID, 99);
        assertThat(book.extent(ID)).isEqualTo(new ShellBook.Extent(99, false, true, false));
        assertThat(row().messageCount()).isEqualTo(before.messageCount());
        assertThat(row().updatedAt()).isEqualTo(before.updatedAt());
        assertThat(row().unreadable()).isZero();
    }

    @Test
    void one_that_has_not_ended_is_open() throws IOException {
        book.begin(Shells.id(2), "/work", null, Shells.NOW);
        book.ended(Shells.id(2), 0, Shells.NOW);
        assertThat(book.open()).containsExactly(ID);
    }

    @Test
    void a_log_that_has_taken_all_it_may_says_so_and_takes_no_more() throws IOException {
        var much = "x".repeat((int) (ShellBook.MOST / 5));
        for (int i = 0; i < 4; i++) {
            assertThat(book.printed(ID, much, i, Shells.NOW)).isTrue();
        }
        assertThat(book.printed(ID, much, 9, Shells.NOW)).isFalse();
        assertThat(Files.size(log())).isLessThan(ShellBook.MOST);
        assertThat(book.extent(ID).full()).isTrue();
        var turns = Shells.provider(home).turns();
        var index = turns.index(ID, Optional.empty());
        assertThat(turns.read(ID, index, index.count() - 1, index.count())
                        .getFirst()
                        .text())
                .contains("is not written down");
    }

    @Test
    void only_its_owner_reads_a_log() throws IOException {
        assertThat(OwnerOnly.isOpenToOthers(log())).isFalse();
        assertThat(OwnerOnly.isOpenToOthers(Shells.folder(home))).isFalse();
    }

    @Test
    void nothing_but_an_id_names_a_log() {
        assertThatThrownBy(() -> book.begin("../../x", "/work", null, Shells.NOW))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> book.printed("a/b", "x", 0, Shells.NOW)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_link_in_place_of_a_log_is_not_written_through() throws IOException {
        var other = Files.writeString(home.resolve("other"), "mine");
        Files.delete(log());
        Files.createSymbolicLink(log(), other);
        assertThatThrownBy(() -> book.printed(ID, "x", 0, Shells.NOW)).isInstanceOf(IOException.class);
        assertThat(other).hasContent("mine");
    }
}
