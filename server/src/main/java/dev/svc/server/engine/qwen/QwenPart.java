package dev.svc.server.engine.qwen;

import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;

/// One part of a message: something said or thought, a call, or what came of one. Valid while its line is.
final class QwenPart {
    private static final JsonView NONE = JsonView.of("");

    private static final JsonMembers<QwenPart> MEMBERS = JsonMembers.<QwenPart>none()
            .and("text", (part, value) -> part.text = value)
            .and("thought", (part, value) -> part.isThought = value.isTrue())
            .and("functionCall", (part, value) -> part.call = value)
            .and("functionResponse", (part, value) -> part.response = value);

    private JsonView text = NONE;
    private JsonView call = NONE;
    private JsonView response = NONE;
    private boolean isThought;

    private QwenPart() {}

    static QwenPart of(JsonView whole) {
        var part = new QwenPart();
        whole.members(MEMBERS, part);
        return part;
    }

    /// What was said; empty for a thought.
    String said(int characters) {
        return isThought ? "" : text.text(characters);
    }

    /// What was only thought.
    String thought(int characters) {
        return isThought ? text.text(characters) : "";
    }

    boolean isCall() {
        return call.isObject();
    }

    boolean isResponse() {
        return response.isObject();
    }

    /// Of the call, here or where it is answered.
    String id() {
        return (isCall() ? call : response).member("id").text();
    }

    String tool(int characters) {
        return (isCall() ? call : response).member("name").text(characters);
    }

    JsonView arguments() {
        return call.member("args");
    }

    /// What the model was given: an output or an error.
    JsonView answer() {
        var told = response.member("response");
        var output = told.member("output");
        return output.isString() ? output : told.member("error");
    }

    boolean isFailure() {
        return response.member("response").member("error").isString();
    }
}
