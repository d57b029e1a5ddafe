package dev.svc.shared.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.config.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostChangeLogTest {
    @TempDir
    private Path data;

    @Test
    void what_was_left_is_taken_once() {
        deeds().leave(What.PASSWORD, Who.TRAY);
        deeds().leave(What.CHANNEL, Who.TRAY);
        assertThat(deeds().take(What.SECOND_FACTOR)).isEmpty();
        assertThat(deeds().take(What.PASSWORD)).contains(Who.TRAY);
        assertThat(deeds().take(What.PASSWORD)).isEmpty();
        assertThat(deeds().take(What.CHANNEL)).contains(Who.TRAY);
        assertThat(data.resolve("deeds")).doesNotExist();
    }

    @Test
    void the_last_who_did_it_counts() {
        deeds().leave(What.PASSWORD, Who.TRAY);
        deeds().leave(What.PASSWORD, Who.CLI);
        assertThat(deeds().take(What.PASSWORD)).contains(Who.CLI);
    }

    @Test
    void what_svc_did_not_leave_names_nobody() throws IOException {
        for (String text : new String[] {"password=admin\n", "password\n", "x", "password=tray\n".repeat(1000)}) {
            Files.writeString(data.resolve("deeds"), text);
            assertThat(deeds().take(What.PASSWORD)).as(text).isEmpty();
        }
        deeds().leave(What.PASSWORD, Who.TRAY);
        assertThat(deeds().take(What.PASSWORD)).contains(Who.TRAY);
    }

    @Test
    void where_nothing_can_be_written_nothing_fails() throws IOException {
        Files.createDirectories(data.resolve("deeds/in the way"));
        deeds().leave(What.PASSWORD, Who.TRAY);
        assertThat(deeds().take(What.PASSWORD)).isEmpty();
    }

    private HostChangeLog deeds() {
        return HostChangeLog.of(new Home(data, data));
    }
}
