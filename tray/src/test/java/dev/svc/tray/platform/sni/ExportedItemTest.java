package dev.svc.tray.platform.sni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.menu.IconKind;
import dev.svc.tray.platform.Art.Ground;
import org.junit.jupiter.api.Test;

class ExportedItemTest {
    private final ExportedItem item = new ExportedItem("svc-test", Ground.DARK, () -> {});

    @Test
    void a_panel_that_asks_before_the_first_look_is_told_nothing_about_the_service() {
        assertThat(item.toolTip().title()).isEqualTo("svc: looking for svc");
        assertThat(item.toolTip().text()).isEqualTo("Looking…");
        assertThat(item.status()).isEqualTo("Active");
    }

    @Test
    void a_session_that_waits_asks_for_attention() {
        item.show(new ExportedItem.Face(IconKind.NEEDS_YOU, "Running, 1 live, 1 question waits"));
        assertThat(item.status()).isEqualTo("NeedsAttention");
        assertThat(item.toolTip().text()).endsWith("1 question waits");
    }
}
