package dev.svc.server.cli;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.transcript.Conversation;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.export.Export;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc sessions export`: one conversation as a document, beside a running server or without one.
@Command(name = "export", description = "Prints a session's whole conversation, or writes it to a file.")
public final class ExportCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final CatalogView view;
    private final BiFunction<Config, Engines, Transcript> transcripts;
    private final Console console;

    @Parameters(paramLabel = "SID", description = "engine:native_id, as svc sessions lists it.")
    private String sid = "";

    @Option(names = "--format", paramLabel = "F", defaultValue = "md", description = "md, json or html; default md.")
    private String format = "md";

    @Option(names = "--output", paramLabel = "FILE", description = "A file that does not exist yet.")
    private @Nullable Path output;

    public ExportCommand(
            Supplier<Config> config,
            CatalogView view,
            BiFunction<Config, Engines, Transcript> transcripts,
            Console console) {
        this.config = config;
        this.view = view;
        this.transcripts = transcripts;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var wanted = Format.find(format)
                .orElseThrow(() -> new CommandException(ExitCode.USAGE, "--format takes md, json or html."));
        var settings = config.get();
        try (var seen = view.look(settings)) {
            var row = seen.require(sid);
            write(
                    conversation(transcripts.apply(settings, seen.engines()), row.id()),
                    Head.of(
                            row.facts(),
                            row.title(),
                            seen.engines().label(row.id().engine())),
                    wanted);
        }
        return ExitCode.OK.number();
    }

    private static Conversation conversation(Transcript transcript, SessionId id) throws IOException {
        return transcript
                .find(id)
                .orElseThrow(() -> new CommandException(
                        ExitCode.FAILED, "The program of %s keeps no log of it to export.".formatted(id)));
    }

    private void write(Conversation talk, Head head, Format wanted) throws IOException {
        var export = new Export(JsonOutput.mapper());
        if (output == null) {
            export.write(talk, head, wanted, console.out());
            return;
        }
        try (Writer out = Files.newBufferedWriter(output, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
            export.write(talk, head, wanted, out);
        } catch (FileAlreadyExistsException there) {
            throw new CommandException(
                    ExitCode.FAILED, "%s exists already: name another file, or remove it first.".formatted(output));
        } catch (IOException failed) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "%s could not be written (%s); what is in it is not whole.".formatted(output, failed.getMessage()));
        }
        console.err().println("svc: %d turns in %s".formatted(talk.count(), output));
    }
}
