package dev.svc.server.http.account;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.svc.server.auth.AccountChanges.Change;
import dev.svc.server.auth.AccountChanges.Reason;
import dev.svc.server.auth.AccountChanges.Wish;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import io.helidon.webserver.http.ServerRequest;
import org.jspecify.annotations.Nullable;

/// The three fields of a password change, as a form and as JSON.
record PasswordChange(
        @Nullable String current,
        @JsonProperty("new") @Nullable String wanted,
        @Nullable String confirm) {

    static Wish of(FormFields fields) {
        return new PasswordChange(fields.find("current"), fields.find("new"), fields.find("confirm")).checked();
    }

    static Wish of(ServerRequest request) {
        return Json.read(request, PasswordChange.class, FormFields.LARGEST).checked();
    }

    /// Turns everything but success into the problem it is.
    static void requireDone(Change change) {
        switch (change) {
            case Change.Done done -> {}
            case Change.WrongPassword wrong ->
                throw Problem.of(401, "bad_credentials", "The current password is not right.");
            case Change.Objection objection ->
                throw Problem.invalid(objection.reason() == Reason.DIFFERENT ? "confirm" : "new", objection.sentence());
        }
    }

    private Wish checked() {
        return new Wish(
                LoginRoutes.require("current", current),
                LoginRoutes.require("new", wanted),
                LoginRoutes.require("confirm", confirm));
    }

    @Override
    public String toString() {
        return "a password change";
    }
}
