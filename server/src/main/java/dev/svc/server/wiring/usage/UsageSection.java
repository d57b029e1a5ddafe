package dev.svc.server.wiring.usage;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import dev.svc.server.usage.UsageSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of usage: budgets, and whether rows say what they cost. All off, unless somebody says otherwise.
public final class UsageSection {
    public static final String NAME = "usage";

    private static final String DAILY = "daily_budget";
    private static final String SESSION = "session_budget";
    private static final String ON_ROW = "on_row";
    private static final long MOST = 1_000_000;

    private final Settings settings;

    public UsageSection(Settings settings) {
        this.settings = settings;
    }

    public static Section section() {
        return new Section(
                NAME,
                List.of(
                        new Setting.Journaled(DAILY, new Kind.Amount(MOST), NullNode::getInstance),
                        new Setting.Journaled(SESSION, new Kind.Amount(MOST), NullNode::getInstance),
                        new Setting.Journaled(ON_ROW, new Kind.Flag(), () -> BooleanNode.FALSE)));
    }

    public UsageSettings now() {
        return new UsageSettings(
                dollars(DAILY), dollars(SESSION), settings.value(NAME, ON_ROW).asBoolean());
    }

    private @Nullable Double dollars(String name) {
        var value = settings.value(NAME, name);
        return value.isNumber() ? (Double) value.asDouble() : null;
    }
}
