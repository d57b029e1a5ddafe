package dev.svc.server.wiring.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import dev.svc.server.terminal.Reaper;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The settings, with variables as defaults, for ending idle programs, and which sessions they spare: named ones, those
/// of named projects, favourites.
public final class Reaping {
    private static final String NAME = "reaper";
    private static final String IDLE = "session_ttl";
    private static final String INTERVAL = "interval";
    private static final String DRY_RUN = "dry_run";
    private static final String EXEMPT = "exempt";
    private static final String FAVOURITES = "sticky";
    private static final int MOST_EXEMPT = 1_000;
    private static final int LONGEST_INTERVAL = 86_400;

    private final Settings settings;
    private final Metadata metadata;
    private final Engines engines;

    public Reaping(Settings settings, Metadata metadata, Engines engines) {
        this.settings = settings;
        this.engines = engines;
        this.metadata = metadata;
    }

    /// The settings, with variables as defaults.
    public static Section section(Config config, Engines engines) {
        return new Section(
                NAME,
                List.of(
                        new Setting.Journaled(
                                IDLE, new Kind.Whole(0, Integer.MAX_VALUE), number(config, Variable.SESSION_TTL)),
                        new Setting.Journaled(
                                INTERVAL, new Kind.Whole(1, LONGEST_INTERVAL), number(config, Variable.REAP_INTERVAL)),
                        new Setting.Journaled(
                                DRY_RUN,
                                new Kind.Flag(),
                                () -> BooleanNode.valueOf(config.flag(Variable.REAP_DRY_RUN))),
                        new Setting.Journaled(
                                EXEMPT,
                                new Kind.Texts(
                                        MOST_EXEMPT,
                                        name -> isName(name, engines),
                                        "at most 1000 texts, each the id of a session, the id of a project, or sticky for the favourites"),
                                () -> exempt(config))));
    }

    private static Supplier<JsonNode> number(Config config, Variable variable) {
        return () -> LongNode.valueOf(config.number(variable));
    }

    private static JsonNode exempt(Config config) {
        var names = JsonNodeFactory.instance.arrayNode();
        config.list(Variable.REAP_EXEMPT).forEach(names::add);
        return names;
    }

    private static boolean isName(String name, Engines engines) {
        return name.contains(":")
                ? engines.readId(name).isPresent()
                : ProjectId.find(name).isPresent();
    }

    public Reaper.Settings now() {
        return new Reaper.Settings(
                Duration.ofSeconds(settings.value(NAME, IDLE).asLong()),
                Duration.ofSeconds(settings.value(NAME, INTERVAL).asLong()),
                settings.value(NAME, DRY_RUN).asBoolean());
    }

    public boolean isExempt(SessionId session) {
        var marks = metadata.organisation().marks(session);
        var project = marks.project();
        var spared = spared();
        return spared.contains(session.toString())
                || (marks.sticky() && spared.contains(FAVOURITES))
                || (project != null && spared.contains(project.value()));
    }

    /// A session matches by any alias of its program, or by the id it had before the real one.
    private Set<String> spared() {
        return settings.value(NAME, EXEMPT)
                .valueStream()
                .map(JsonNode::asText)
                .map(name -> engines.readId(name)
                        .map(metadata.organisation()::resolve)
                        .map(SessionId::toString)
                        .orElse(name))
                .collect(Collectors.toSet());
    }
}
