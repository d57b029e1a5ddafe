package dev.svc.server;

import dev.svc.server.http.Doorman;
import dev.svc.server.http.RequestHead;
import dev.svc.server.http.Visitor;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;

/// Without a login everybody on a trusted network is the admin; with one, nobody is before the login says so.
final class OpenDoor implements Doorman {
    private final Config config;

    OpenDoor(Config config) {
        this.config = config;
    }

    @Override
    public Entry enter(RequestHead head) {
        return config.text(Variable.AUTH_MODE).equals("none")
                ? new Entry.Resident(new Visitor(config.text(Variable.USERNAME), null, head.peer()), false)
                : new Entry.Stranger();
    }

    @Override
    public boolean holdsCsrfToken(RequestHead head, Entry entry) {
        return false;
    }
}
