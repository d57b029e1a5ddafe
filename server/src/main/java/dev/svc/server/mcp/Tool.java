package dev.svc.server.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// One tool.
///
/// @param description for the model: what it is for, and when to use another
/// @param schema of its arguments
/// @param changes whether it does something to a session
record Tool(String name, String description, ObjectNode schema, boolean changes, Work work) {

    /// What it does; the text is read by a model.
    @FunctionalInterface
    interface Work {
        String call(Arguments arguments) throws IOException, ToolException;
    }
}
