package dev.svc.server.fleet.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallMessageTest {
    private static final String ID = "00112233445566778899aabbccddeeff";
    private static final SessionId SESSION = new SessionId(EngineKey.CLAUDE_CODE, "0b0c");

    private static HostCall call(String person, Duration patience) {
        return new HostCall(ID, HostDeed.RENAME, SESSION, "{\"title\":\"x\"}", person, patience);
    }

    private static HostCall again(HostCall call) throws MalformedException {
        return HostCall.read(call.written().orElseThrow());
    }

    @Test
    void a_call_is_read_as_it_was_written() throws Exception {
        var call = call("ada", Duration.ofSeconds(10));
        assertThat(again(call)).isEqualTo(call);
    }

    @Test
    void nobody_is_called_as_somebody_on_another_host() throws Exception {
        assertThat(again(call("ada@forge-1", Duration.ZERO)).person()).isEqualTo("adaforge-1");
        assertThat(again(call("a\u202e\nd\ta", Duration.ZERO)).person()).doesNotContain("\u202e", "\n", "\t");
        assertThat(again(call("@", Duration.ZERO)).person()).isEqualTo("somebody");
        assertThat(again(call("x".repeat(1_000), Duration.ZERO)).person()).hasSize(100);
    }

    @Test
    void no_call_is_waited_for_longer_than_calls_are() throws Exception {
        assertThat(again(call("ada", Duration.ofDays(3))).patience()).isEqualTo(HostCall.LONGEST);
        assertThat(again(call("ada", Duration.ofSeconds(-3))).patience()).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_deed_of_a_later_release_is_known_as_none() throws Exception {
        byte[] later = new FieldsWriter().text(1, ID).text(2, "teleport").written();
        assertThat(HostCall.read(later).deed()).isNull();
    }

    @Test
    void what_no_release_has_written_is_refused() throws Exception {
        assertThatThrownBy(
                        () -> HostCall.read(new FieldsWriter().text(1, "../..").written()))
                .isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> HostCall.read(
                        new FieldsWriter().text(1, ID).text(3, "no session").written()))
                .isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> HostCall.read(new byte[HostCall.LARGEST + 1])).isInstanceOf(MalformedException.class);
        var random = new Random(7);
        byte[] whole = call("ada", Duration.ZERO).written().orElseThrow();
        for (int i = 0; i < 2_000; i++) {
            byte[] broken = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            if (broken.length > 0) {
                broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(HostCall.read(broken).id()).hasSize(32);
            } catch (MalformedException refused) {
                assertThat(refused).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void an_answer_is_read_as_it_was_written_and_its_sentence_is_one_line() throws Exception {
        var reply = Reply.refused(403, "fleet_denied", "no\n\u202eway");
        var read = Reply.read(reply.written(Optional.empty()).orElseThrow());
        assertThat(read.row()).isNull();
        assertThat(read.reply().status()).isEqualTo(403);
        assertThat(read.reply().detail()).doesNotContain("\n", "\u202e");
    }

    @Test
    void an_answer_without_a_status_is_none() {
        for (int status : new int[] {0, 99, 600, -1}) {
            byte[] written = new FieldsWriter().number(1, status).written();
            assertThatThrownBy(() -> Reply.read(written)).isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void each_step_includes_those_before_it() {
        assertThat(Allowance.DRIVE.includes(HostDeed.END_AND_ARCHIVE.needs())).isTrue();
        assertThat(Allowance.ORGANISE.includes(HostDeed.END_AND_ARCHIVE.needs()))
                .isFalse();
        assertThat(Allowance.ORGANISE.includes(HostDeed.HISTORY.needs())).isTrue();
        assertThat(Arrays.stream(HostDeed.values()).map(HostDeed::needs)).doesNotContain(Allowance.LIST);
        assertThat(Allowance.of("teleport")).isEqualTo(Allowance.LIST);
    }
}
