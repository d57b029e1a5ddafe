package dev.svc.server.wiring.question;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.question.AllowedBook;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.allowed.AllowedCommand;
import dev.svc.server.question.allowed.AllowedCommand.Place;
import dev.svc.server.question.allowed.ReadOnlyCommand;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The commands that people have allowed from then on. They are kept among the settings, so that each is journaled and
/// undone like any other change; what else may have got there is left out.
public final class AllowedCommands implements AllowedBook {
    private static final String NAME = "ask";
    private static final String IN_FORCE = "allow_commands";
    private static final String KEPT = "allowed";
    private static final int MOST = 500;

    private final Settings settings;
    private final Metadata metadata;
    private final InstantSource clock;

    public AllowedCommands(Settings settings, Metadata metadata, InstantSource clock) {
        this.settings = settings;
        this.metadata = metadata;
        this.clock = clock;
    }

    /// Off, unless somebody says otherwise.
    public static Section section() {
        return new Section(NAME, List.of(new Setting.Journaled(IN_FORCE, new Kind.Flag(), () -> BooleanNode.FALSE)));
    }

    @Override
    public boolean isInForce() {
        return settings.value(NAME, IN_FORCE).asBoolean();
    }

    @Override
    public List<AllowedCommand> all() {
        return metadata.organisation().setting(NAME + "." + KEPT).properties().stream()
                .limit(MOST)
                .flatMap(it -> read(it.getKey(), it.getValue()).stream())
                .sorted(Comparator.comparing(AllowedCommand::since).reversed())
                .toList();
    }

    /// Empty where somebody wrote something else there.
    private static Optional<AllowedCommand> read(String id, JsonNode kept) {
        try {
            var command = kept.path("command").asText();
            var place = place(kept);
            return place == null || !ReadOnlyCommand.is(command)
                    ? Optional.empty()
                    : Optional.of(new AllowedCommand(
                            id, command, place, Instant.parse(kept.path("since").asText())));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static @Nullable Place place(JsonNode kept) {
        if (kept.path("project").isTextual()) {
            return new Place.InProject(kept.path("project").asText());
        }
        return kept.path("folder").isTextual()
                ? new Place.InFolder(kept.path("folder").asText())
                : null;
    }

    /// The place of a question: the project of its session, else its folder.
    @Override
    public Optional<Place> placeOf(OpenQuestion question) {
        return project(question.session())
                .<Place>map(it -> new Place.InProject(it.value()))
                .or(() -> Optional.ofNullable(question.ask().folder()).map(Place.InFolder::new));
    }

    private Optional<ProjectId> project(SessionId session) {
        return Optional.ofNullable(metadata.organisation().marks(session).project());
    }

    /// Whether a person has allowed exactly this before, in this place, and it is to be done.
    boolean allows(OpenQuestion question) {
        var command = AllowedCommand.of(question).orElse(null);
        return command != null && isInForce() && find(question, command).isPresent();
    }

    private Optional<AllowedCommand> find(OpenQuestion question, String command) {
        var folder = question.ask().folder();
        var here = placeOf(question);
        return all().stream()
                .filter(it -> it.command().equals(command))
                .filter(it -> here.filter(it.place()::equals).isPresent()
                        || (folder != null && it.place().equals(new Place.InFolder(folder))))
                .findFirst();
    }

    @Override
    public Optional<AllowedCommand> allow(OpenQuestion question, Actor actor) {
        var command = AllowedCommand.of(question).orElse(null);
        var place = placeOf(question).orElse(null);
        if (command == null || place == null) {
            return Optional.empty();
        }
        return find(question, command).or(() -> {
            var added = new AllowedCommand(UUID.randomUUID().toString(), command, place, clock.instant());
            metadata.changeSettings(patch(added.id(), written(added)), actor);
            return Optional.of(added);
        });
    }

    private static ObjectNode written(AllowedCommand it) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("command", it.command());
        switch (it.place()) {
            case Place.InProject project -> node.put("project", project.project());
            case Place.InFolder folder -> node.put("folder", folder.folder());
        }
        return node.put("since", it.since().toString());
    }

    private static ObjectNode patch(String id, @Nullable ObjectNode value) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject(NAME).putObject(KEPT).set(id, value == null ? JsonNodeFactory.instance.nullNode() : value);
        return patch;
    }

    @Override
    public boolean isFull() {
        return all().size() >= MOST;
    }

    @Override
    public boolean forget(String id, Actor actor) {
        boolean isThere = all().stream().anyMatch(it -> it.id().equals(id));
        if (isThere) {
            metadata.changeSettings(patch(id, null), actor);
        }
        return isThere;
    }
}
