package dev.svc.server.cli.vault;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc vault show`: what a copy holds, and a way to get it out where it cannot be restored.
@Command(name = "show", description = "Shows which files a copy holds, and what they were before.")
final class VaultShowCommand implements Callable<Integer> {
    private final VaultPlace place;

    @Parameters(paramLabel = "SID", description = "engine:native_id, as svc vault list has it.")
    private String sid = "";

    @Option(
            names = "--save",
            paramLabel = "FOLDER",
            description = "Writes the files into a folder that does not exist yet, of a damaged copy what is left.")
    private @Nullable Path save;

    VaultShowCommand(VaultPlace place) {
        this.place = place;
    }

    @Override
    public Integer call() throws IOException {
        var chosen = place.config().get();
        try (var vault = place.open(chosen)) {
            var held = place.held(vault, place.programs().apply(chosen), sid);
            try (var copy = vault.read(held.id())) {
                var out = place.console().out();
                out.println("%s  %s"
                        .formatted(
                                held.id(),
                                VaultPlace.title(vault, held.id())
                                        .map(PlainText::line)
                                        .orElse("")));
                out.println("%s in %s, copied %s%s"
                        .formatted(
                                VaultPlace.size(held.bytes()),
                                VaultPlace.size(held.size()),
                                held.copied(),
                                held.gone() == null ? "" : ", gone from its store since " + held.gone()));
                copy.state().files().values().forEach(file -> out.println(line(file, "was there until")));
                copy.state().former().forEach(file -> out.println(line(file, "replaced")));
                if (save != null) {
                    save(copy, save);
                }
            }
        }
        return ExitCode.OK.number();
    }

    private static String line(KeptFile file, String left) {
        return "%10d  %s%s"
                .formatted(
                        file.size(),
                        PlainText.line(file.name()),
                        file.until() == null ? "" : "  (%s %s)".formatted(left, file.until()));
    }

    private void save(SessionCopy copy, Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException there) {
            throw new CommandException(
                    ExitCode.FAILED, "%s exists already: name a folder that does not.".formatted(folder));
        }
        OwnerOnly.closed(folder);
        int number = 0;
        for (var file : copy.state().files().values()) {
            save(copy, file, folder.resolve(name(file, "")));
        }
        for (var file : copy.state().former()) {
            number++;
            save(copy, file, folder.resolve(name(file, ".former-" + number)));
        }
        place.console().err().println("svc: written to " + folder);
    }

    /// One level is enough, and no name leads out of it.
    private static String name(KeptFile file, String suffix) {
        return file.name().replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^\\.+", "_") + suffix;
    }

    private void save(SessionCopy copy, KeptFile file, Path target) throws IOException {
        try (var out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            long lost = copy.salvage(file, out);
            if (lost > 0) {
                place.console()
                        .err()
                        .println("svc: %d bytes of %s are lost".formatted(lost, PlainText.line(file.name())));
            }
        }
    }
}
