package dev.svc.server.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Builds the schema of a tool's arguments.
final class Schemas {
    private final ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    private final ObjectNode properties = schema.putObject("properties");

    private Schemas() {}

    static Schemas arguments() {
        return new Schemas();
    }

    Schemas text(String name, String description, boolean required) {
        return add(name, "string", description, required);
    }

    Schemas number(String name, String description) {
        return add(name, "integer", description, false);
    }

    private Schemas add(String name, String type, String description, boolean required) {
        properties.putObject(name).put("type", type).put("description", description);
        if (required) {
            schema.withArray("required").add(name);
        }
        return this;
    }

    ObjectNode made() {
        return schema.put("additionalProperties", false);
    }
}
