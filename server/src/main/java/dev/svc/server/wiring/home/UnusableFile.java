package dev.svc.server.wiring.home;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.stream.Stream;

/// Something in the home is not as svc left it: another user owns it, or a file has taken a folder's place.
public final class UnusableFile {
    private UnusableFile() {}

    /// The sentence for people, when it is a file that a start failed at.
    public static Optional<CommandException> in(Throwable failed) {
        return Stream.iterate(failed, cause -> cause != null, Throwable::getCause)
                .filter(FileSystemException.class::isInstance)
                .map(FileSystemException.class::cast)
                .filter(file -> file.getFile() != null)
                .findFirst()
                .map(file -> new CommandException(ExitCode.HOME_NOT_WRITABLE, sentence(file)));
    }

    private static String sentence(FileSystemException file) {
        return "%s cannot be used (%s): mend its owner and permissions, or move it aside."
                .formatted(file.getFile(), reason(file));
    }

    private static String reason(FileSystemException file) {
        return switch (file) {
            case AccessDeniedException _ -> "access denied";
            case FileAlreadyExistsException _ -> "a file is in its place";
            default -> String.valueOf(file.getReason());
        };
    }
}
