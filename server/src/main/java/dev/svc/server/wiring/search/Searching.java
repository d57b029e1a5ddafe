package dev.svc.server.wiring.search;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.svc.server.search.SearchSettings;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import java.util.List;

/// The settings of searching.
public final class Searching {
    private static final String NAME = "search";
    private static final String ENABLED = "enabled";
    private static final String TOOL_OUTPUT = "tool_output_bytes";
    private static final int USUAL_TOOL_OUTPUT = 2048;
    private static final int MOST_TOOL_OUTPUT = 65_536;

    private final Settings settings;

    public Searching(Settings settings) {
        this.settings = settings;
    }

    /// On, unless somebody says otherwise.
    public static Section section() {
        return new Section(
                NAME,
                List.of(
                        new Setting.Journaled(ENABLED, new Kind.Flag(), () -> BooleanNode.TRUE),
                        new Setting.Journaled(
                                TOOL_OUTPUT,
                                new Kind.Whole(0, MOST_TOOL_OUTPUT),
                                () -> IntNode.valueOf(USUAL_TOOL_OUTPUT))));
    }

    public SearchSettings now() {
        return new SearchSettings(
                settings.value(NAME, ENABLED).asBoolean(),
                settings.value(NAME, TOOL_OUTPUT).asInt());
    }
}
