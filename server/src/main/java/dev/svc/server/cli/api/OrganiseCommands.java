package dev.svc.server.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Subcommand;
import dev.svc.shared.config.Config;
import dev.svc.shared.text.PlainText;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The commands that change what svc knows of a session, each one request.
public final class OrganiseCommands {
    private OrganiseCommands() {}

    /// All of them.
    public static List<Subcommand> all(Supplier<Config> config, Console console) {
        return List.of(
                Subcommand.of("rename", () -> new Rename(new Verb(config, console))),
                Subcommand.of("favorite", () -> new Favourite(new Verb(config, console))),
                Subcommand.of("archive", () -> new Archive(new Verb(config, console))),
                Subcommand.of("project", () -> new InProject(new Verb(config, console))));
    }

    /// `svc rename`.
    @Command(name = "rename", description = "Gives a session a title; an empty one takes it away.")
    static final class Rename implements Callable<Integer> {
        private final Verb verb;

        @Mixin
        private SessionArgument of = new SessionArgument();

        @Parameters(index = "1", paramLabel = "TITLE", description = "The title, at most 200 characters.")
        private String title = "";

        Rename(Verb verb) {
            this.verb = verb;
        }

        @Override
        public Integer call() {
            var row =
                    verb.post(Verb.session(of.sid()) + "/rename", Verb.object().put("title", title));
            verb.say(
                    of.json(),
                    row,
                    "Its title is: " + PlainText.line(row.path("title").asText("")));
            return ExitCode.OK.number();
        }
    }

    /// `svc favorite`.
    @Command(name = "favorite", description = "Makes a session a favourite.")
    static final class Favourite implements Callable<Integer> {
        private final Verb verb;

        @Mixin
        private SessionArgument of = new SessionArgument();

        @Option(names = "--off", description = "It is none any more.")
        private boolean off;

        Favourite(Verb verb) {
            this.verb = verb;
        }

        @Override
        public Integer call() {
            var row = verb.post(Verb.session(of.sid()) + (off ? "/unfavorite" : "/favorite"), Verb.object());
            verb.say(of.json(), row, off ? "It is no favourite any more." : "It is a favourite.");
            return ExitCode.OK.number();
        }
    }

    /// `svc archive`.
    @Command(name = "archive", description = "Puts a session into the archive.")
    static final class Archive implements Callable<Integer> {
        private final Verb verb;

        @Mixin
        private SessionArgument of = new SessionArgument();

        @Option(names = "--off", description = "Takes it out of the archive.")
        private boolean off;

        @Option(names = "--end", description = "Ends its program first, where one runs.")
        private boolean end;

        Archive(Verb verb) {
            this.verb = verb;
        }

        @Override
        public Integer call() {
            var path = Verb.session(of.sid());
            var row = off
                    ? verb.post(path + "/unarchive", Verb.object())
                    : verb.post(path + "/archive", Verb.object().put("end", end));
            verb.say(of.json(), row, off ? "It is out of the archive." : "It is in the archive.");
            return ExitCode.OK.number();
        }
    }

    /// `svc project`.
    @Command(name = "project", description = "Puts a session into a project.")
    static final class InProject implements Callable<Integer> {
        private final Verb verb;

        @Mixin
        private SessionArgument of = new SessionArgument();

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "NAME",
                description = "The name or id of a project; without it, the session is taken out of its project.")
        private @Nullable String name;

        InProject(Verb verb) {
            this.verb = verb;
        }

        @Override
        public Integer call() {
            var found = name == null ? null : project(name);
            var body = Verb.object()
                    .put("project_id", found == null ? null : found.path("id").asText());
            var row = verb.patch(Verb.session(of.sid()) + "/metadata", body);
            verb.say(
                    of.json(),
                    row,
                    found == null
                            ? "It is in no project."
                            : "It is in the project "
                                    + PlainText.line(found.path("name").asText("")) + ".");
            return ExitCode.OK.number();
        }

        private JsonNode project(String called) {
            for (var one : verb.get("/api/projects").path("projects")) {
                if (one.path("id").asText().equals(called)
                        || one.path("name").asText().equals(called)) {
                    return one;
                }
            }
            throw new CommandException(
                    ExitCode.NOTHING_FOUND, "There is no project of this name: make it in the page first.");
        }
    }
}
