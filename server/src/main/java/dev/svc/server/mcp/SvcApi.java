package dev.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The interface of svc as whoever calls a tool may use it: the gate judges every call, whatever a tool asks for.
public interface SvcApi {

    /// Sends a request.
    ///
    /// @param path with its query
    /// @param body null where there is none
    Reply call(String method, String path, @Nullable JsonNode body) throws IOException;

    /// What came back.
    ///
    /// @param body missing where the answer has none
    record Reply(int status, JsonNode body) {
        boolean isGood() {
            return status >= 200 && status < 300;
        }
    }
}
