package dev.svc.server.cli.update;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.update.UpdateStatus;

/// How the end of an update becomes the end of a command.
final class UpdateEnd {
    private UpdateEnd() {}

    static int code(UpdateStatus status) {
        return switch (status.state()) {
            case IDLE, DONE, RUNNING -> ExitCode.OK.number();
            case FAILED, RETURNED -> throw new CommandException(ExitCode.FAILED, String.valueOf(status.reason()));
        };
    }
}
