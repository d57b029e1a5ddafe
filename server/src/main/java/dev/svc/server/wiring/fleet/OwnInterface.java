package dev.svc.server.wiring.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.mcp.SvcApi;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The interface of this service, as somebody who is lent scopes for one request.
@FunctionalInterface
public interface OwnInterface {

    /// Sends a request to this service.
    ///
    /// @param author who the journal says it was
    /// @param path with its query
    /// @param body null where there is none
    SvcApi.Reply call(String author, Set<Scope> scopes, String method, String path, @Nullable JsonNode body)
            throws IOException;
}
