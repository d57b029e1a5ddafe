package dev.svc.server.wiring.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.svc.server.engine.Engines;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import dev.svc.server.vault.VaultSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The settings of the vault: whether, how much, and what is left out.
public final class VaultSection {
    public static final String NAME = "vault";

    private static final String ENABLED = "enabled";
    private static final String LIMIT = "limit_bytes";
    private static final String FOLDERS = "exclude_folders";
    private static final String PROJECTS = "exclude_projects";
    private static final String ENGINES = "exclude_engines";
    private static final long LEAST = 1 << 20;
    private static final int MOST_EXCLUDED = 1_000;

    private final Settings settings;
    private final Metadata metadata;
    private final Engines engines;

    public VaultSection(Settings settings, Metadata metadata, Engines engines) {
        this.settings = settings;
        this.metadata = metadata;
        this.engines = engines;
    }

    /// On, unless somebody says otherwise.
    ///
    /// @param usualLimit how many bytes the copies may take on this host where nobody said
    public static Section section(Engines engines, LongSupplier usualLimit) {
        return new Section(
                NAME,
                List.of(
                        new Setting.Journaled(ENABLED, new Kind.Flag(), () -> BooleanNode.TRUE),
                        new Setting.Journaled(
                                LIMIT,
                                new Kind.Whole(LEAST, Long.MAX_VALUE >> 1),
                                () -> LongNode.valueOf(usualLimit.getAsLong())),
                        excluded(FOLDERS, VaultSection::isFolder, "at most 1000 absolute paths of folders"),
                        excluded(PROJECTS, id -> ProjectId.find(id).isPresent(), "at most 1000 ids of projects"),
                        excluded(
                                ENGINES,
                                name -> engines.named(name).isPresent(),
                                "at most 1000 names of programs, such as claude")));
    }

    private static Setting.Journaled excluded(String name, Predicate<String> fits, String words) {
        return new Setting.Journaled(
                name, new Kind.Texts(MOST_EXCLUDED, fits, words), JsonNodeFactory.instance::arrayNode);
    }

    private static boolean isFolder(String text) {
        try {
            return Path.of(text).isAbsolute();
        } catch (InvalidPathException none) {
            return false;
        }
    }

    public VaultSettings now() {
        var projects = texts(PROJECTS);
        return new VaultSettings(
                settings.value(NAME, ENABLED).asBoolean(),
                settings.value(NAME, LIMIT).asLong(),
                engines(),
                texts(FOLDERS).stream().map(Path::of).map(Path::normalize).collect(Collectors.toSet()),
                session -> isOf(session, projects));
    }

    private Set<EngineKey> engines() {
        return texts(ENGINES).stream()
                .flatMap(name -> engines.named(name).stream())
                .collect(Collectors.toSet());
    }

    private boolean isOf(SessionId session, Set<String> projects) {
        var project = projects.isEmpty()
                ? null
                : metadata.organisation().marks(session).project();
        return project != null && projects.contains(project.value());
    }

    private Set<String> texts(String name) {
        var texts = new HashSet<String>();
        settings.value(NAME, name).valueStream().map(JsonNode::asText).forEach(texts::add);
        return texts;
    }
}
