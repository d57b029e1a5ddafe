package dev.svc.server.wiring.update;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.update.Timeouts;
import dev.svc.server.update.Update;
import dev.svc.server.update.UpdatePaths;
import dev.svc.server.update.UpdateSettings;
import dev.svc.server.update.UpdateStatus;
import dev.svc.server.update.Updates;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Release;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Wires updates for this program: their configuration and their sources of facts.
public final class Updating {
    public static final String SECTION = "updates";

    private static final System.Logger LOG = System.getLogger(Updating.class.getName());
    private static final String CHANNEL = "channel";
    private static final String AUTOUPDATE = "autoupdate";

    private final Config config;
    private final BuildInfo build;

    public Updating(Config config, BuildInfo build) {
        this.config = config;
        this.build = build;
    }

    public UpdatePaths place() {
        return new UpdatePaths(
                config.home().root(),
                config.home().data(),
                config.path(Variable.JOURNAL_DIR),
                config.path(Variable.METADATA),
                config.text(Variable.HOST));
    }

    public Updates updates() {
        var running = new Updates.Running(config.programRoot(), build.version(), build.commit());
        var environment = config.platform().environment();
        return new Updates(place(), this::wishes, running, this::begin, environment, Clock.systemUTC());
    }

    public Update update(Consumer<String> watcher) {
        var means = new Update.Means(
                config.platform().environment(),
                new JournalAndPrograms(config),
                new ServiceKeeper(config),
                Clock.systemUTC(),
                Timeouts.USUAL);
        return new Update(place(), means, watcher);
    }

    /// The env file before the environment: choices made while the service runs are not in its environment.
    private UpdateSettings wishes() {
        var written = written();
        String channel = written.getOrDefault(Variable.CHANNEL.variableName(), config.text(Variable.CHANNEL));
        String auto = written.getOrDefault(Variable.AUTOUPDATE.variableName(), config.text(Variable.AUTOUPDATE));
        var repo =
                Optional.ofNullable(written.get(Variable.REPO.variableName())).or(() -> config.find(Variable.REPO));
        var releases = Optional.ofNullable(written.get(Variable.RELEASES.variableName()))
                .or(() -> config.find(Variable.RELEASES));
        return new UpdateSettings(
                repo.filter(text -> !text.isBlank()),
                releases.filter(text -> !text.isBlank()),
                Arrays.stream(Channel.values())
                        .filter(it -> it.word().equals(channel))
                        .findFirst()
                        .orElse(Channel.STABLE),
                auto.equals("1"));
    }

    private Map<String, String> written() {
        try {
            return config.envFile().read();
        } catch (ConfigException unreadable) {
            return Map.of();
        }
    }

    /// What can be set, kept in the env file, where the installer and the next start find it.
    public Section section() {
        return new Section(
                SECTION,
                List.of(
                        new Setting.Kept(
                                CHANNEL,
                                new Kind.Choice(Arrays.stream(Channel.values())
                                        .map(Channel::word)
                                        .toList()),
                                false,
                                () -> TextNode.valueOf(wishes().channel().word()),
                                value -> keep(Variable.CHANNEL, value.isNull() ? null : value.asText())),
                        new Setting.Kept(
                                AUTOUPDATE,
                                new Kind.Flag(),
                                false,
                                () -> BooleanNode.valueOf(wishes().auto()),
                                value -> keep(
                                        Variable.AUTOUPDATE, value.isNull() ? null : value.asBoolean() ? "1" : "0"))));
    }

    /// What this is called among the settings.
    public static String name(HostChangeLog.What what) {
        return switch (what) {
            case CHANNEL -> CHANNEL;
            case AUTOUPDATE -> AUTOUPDATE;
            case PASSWORD, SECOND_FACTOR -> throw new IllegalArgumentException(what + " is no setting");
        };
    }

    private void keep(Variable variable, @Nullable String text) throws IOException {
        var change = new HashMap<String, @Nullable String>();
        change.put(variable.variableName(), text);
        config.envFile().change(change);
    }

    private void begin(Release installed, List<String> words) throws IOException {
        Detached.start(
                installed.command(),
                words,
                config.platform().environment(),
                config.home().root());
    }

    /// Journals the end of an update. If that fails, it is still in the log.
    public static void note(Metadata metadata, UpdateStatus ended) {
        var details = new TreeMap<String, String>();
        details.put("result", ended.state().word());
        details.put("from", ended.fromVersion());
        details.put("to", ended.target());
        if (ended.reason() != null) {
            details.put("reason", ended.reason());
        }
        LOG.log(Level.INFO, "update " + details);
        try {
            var _ = metadata.security(new SecurityEvent(SecurityEvent.Kind.UPDATE_APPLIED, details), Actor.SYSTEM);
        } catch (JournalUnavailableException damaged) {
            LOG.log(Level.WARNING, "the update is not in the journal: " + damaged.getMessage());
        }
    }
}
