package dev.svc.server.fleet.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RemoteRow.RemoteQuestion;
import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RowMessageTest {
    private static final Instant AT = Instant.parse("2026-11-28T10:00:00.123Z");
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "0b0c6d0e");

    private static RemoteRow row(String title) {
        return new RemoteRow(
                ID,
                title,
                "user",
                "Find out why",
                "/home/ada/shop",
                "Shop",
                new RemoteMarks(true, false, true, AT.plusSeconds(60)),
                AT,
                AT.plusSeconds(1),
                42,
                "claude-sonnet",
                "main",
                183_402,
                Status.WAITING,
                true,
                false,
                new RemoteQuestion("q1", "Proceed?", AT));
    }

    private static RemoteRow read(byte[] message) throws MalformedException {
        return Objects.requireNonNull(RowMessage.read(message).row());
    }

    @Test
    void a_row_is_the_same_on_the_other_side() throws Exception {
        assertThat(read(RowMessage.of(row("Mend the test")))).isEqualTo(row("Mend the test"));
    }

    @Test
    void a_row_that_says_little_is_the_same_on_the_other_side() throws Exception {
        var row = new RemoteRow(
                ID,
                null,
                "none",
                null,
                null,
                null,
                new RemoteMarks(false, false, false, null),
                AT,
                AT,
                -1,
                null,
                null,
                0,
                Status.OFF,
                false,
                true,
                null);
        assertThat(read(RowMessage.of(row))).isEqualTo(row);
    }

    @Test
    void equal_rows_have_equal_forms() {
        assertThat(RowMessage.of(row("a"))).isEqualTo(RowMessage.of(row("a")));
        assertThat(RowMessage.of(row("a"))).isNotEqualTo(RowMessage.of(row("b")));
    }

    @Test
    void a_session_that_is_gone_says_so() throws Exception {
        var told = RowMessage.read(RowMessage.gone(ID));
        assertThat(told.session()).isEqualTo(ID);
        assertThat(told.row()).isNull();
    }

    @Test
    void texts_of_another_host_are_cleaned() throws Exception {
        var read = read(RowMessage.of(row("\u001b[31mred\u001b[0m\nand \u202eturned")));
        assertThat(read.title()).isEqualTo("red and turned");
    }

    @Test
    void long_texts_are_cut() throws Exception {
        var read = read(RowMessage.of(row("x".repeat(100_000))));
        assertThat(Objects.requireNonNull(read.title())).hasSizeLessThan(1_000);
    }

    @Test
    void fields_and_words_of_a_later_release_do_no_harm() throws Exception {
        byte[] known = RowMessage.of(row("a"));
        byte[] more = new FieldsWriter()
                .text(200, "of a later release")
                .text(18, "dreaming")
                .text(4, "oracle")
                .written();
        byte[] later = Arrays.copyOf(more, more.length + known.length);
        System.arraycopy(known, 0, later, more.length, known.length);
        var read = read(later);
        assertThat(read.title()).isEqualTo("a");
        assertThat(read.status()).isEqualTo(Status.OFF);
        assertThat(read.titleSource()).isEqualTo("none");
    }

    @Test
    void a_row_without_a_session_or_a_time_is_refused() {
        assertThatThrownBy(() -> RowMessage.read(new FieldsWriter().text(3, "x").written()))
                .isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> RowMessage.read(
                        new FieldsWriter().text(1, ID.toString()).written()))
                .isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> RowMessage.read(
                        new FieldsWriter().text(1, "engine_1:../../etc/passwd").written()))
                .isInstanceOf(MalformedException.class);
    }

    @Test
    void a_time_that_no_reader_can_show_is_refused() {
        byte[] never = new FieldsWriter()
                .text(1, ID.toString())
                .number(12, Long.MAX_VALUE)
                .number(13, 0)
                .written();
        assertThatThrownBy(() -> RowMessage.read(never)).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_packed_row_tells_what_orders_it_without_being_unpacked() throws Exception {
        byte[] message = RowMessage.of(row("a"));
        var packed = Objects.requireNonNull(PackedRow.of(RowMessage.read(message), message));
        assertThat(packed.sticky()).isTrue();
        assertThat(packed.archived()).isFalse();
        assertThat(packed.isWaiting()).isTrue();
        assertThat(packed.isRunning()).isTrue();
        assertThat(packed.isSnoozed(AT)).isTrue();
        assertThat(packed.isSnoozed(AT.plusSeconds(60))).isFalse();
        assertThat(packed.project()).isEqualTo("Shop");
        assertThat(packed.updatedMillis()).isEqualTo(AT.plusSeconds(1).toEpochMilli());
        assertThat(packed.unpacked()).isEqualTo(row("a"));
    }
}
