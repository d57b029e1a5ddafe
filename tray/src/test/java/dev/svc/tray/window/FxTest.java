package dev.svc.tray.window;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.ControlException;
import dev.svc.tray.host.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FxTest {
    @TempDir
    private Path folder;

    /// Actions that may wait for a hanging service, a silent service manager or a slow disk.
    @Test
    void nothing_of_the_host_may_be_asked_by_the_thread_that_draws() {
        var guard = new Fx(true);
        guard.run(() -> {});
        var environment = Map.of(
                "HOME", folder.toString(), "SVC_HOME", folder.resolve("home").toString(), "SVC_PORT", "0");
        try (var host =
                new Host(new Platform(Platform.Family.LINUX, folder, environment), folder, guard::requireOffScreen)) {
            List<Runnable> asked = List.of(
                    host::look,
                    host::start,
                    host::stop,
                    host::restart,
                    host::checkUpdate,
                    host::applyUpdate,
                    host::goBack,
                    host::marks,
                    () -> host.setChannel("main"),
                    () -> host.setAutoUpdate(true),
                    host::clearTwoFactor,
                    host::resetPassword,
                    host::log,
                    () -> host.page("/"));
            Drawing.on(() -> {
                asked.forEach(each -> assertThatThrownBy(each::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("must not wait"));
                return true;
            });
            assertThatCode(host::look).doesNotThrowAnyException();
        }
    }

    @Test
    void without_a_display_there_is_a_sentence_instead_of_a_window() {
        assertThatThrownBy(() -> new Fx(false).run(() -> {}))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("DISPLAY");
    }
}
