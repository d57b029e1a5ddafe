package dev.svc.server.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.terminal.attach.Attachment;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.client.JsonTree;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import java.io.IOException;

/// The interface of the service that runs on a home: its own socket, which only this user can open, says where it is
/// and what opens it.
final class LocalApi {
    private LocalApi() {}

    /// Says in a sentence what to do where none runs.
    static ApiClient of(Config config) {
        JsonNode access;
        try (var server = Attachment.to(config.path(Variable.RUNTIME_DIR))) {
            access = JsonTree.read(server.access().orElse("{}").getBytes(UTF_8));
        } catch (IOException nobody) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "No svc answers on %s, and only it can do this: start it with  %s"
                            .formatted(config.home().data(), OwnCommand.line("serve")));
        }
        if (!access.path("token").isTextual()) {
            throw new CommandException(
                    ExitCode.FAILED, "The service does not answer this: restart it, it is of another release.");
        }
        return new ApiClient(
                access.path("address").asText(),
                access.path("port").asInt(),
                access.path("token").asText());
    }
}
