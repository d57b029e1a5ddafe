package dev.svc.server;

import dev.svc.server.auth.Auth;
import dev.svc.server.catalog.Cache;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.engine.Engines;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Metadata;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;

/// The rooms of one running service, opened in the order in which they need each other.
record Rooms(Metadata metadata, Auth auth, Engines engines, Catalog catalog) {

    /// Leaves with `closing` what must be closed again.
    static Rooms open(Config config, BuildInfo build, SecureRandom random, Closing closing) {
        Clock clock = Clock.systemUTC();
        Journal journal = closing.add(ChronicleJournal.open(config.path(Variable.JOURNAL_DIR), clock));
        Metadata metadata = closing.add(new Metadata(journal, clock));
        Auth auth = closing.add(Auth.open(
                config, clock, random, note -> metadata.security(SecurityLog.event(note), SecurityLog.actor(note))));
        Engines engines = Programs.of(config);
        var cache = new Cache(config.home().cache(), build.version());
        Catalog catalog =
                closing.add(new Catalog(engines, metadata::organisation, List::of, Catalog.Settings.of(cache)));
        catalog.start();
        return new Rooms(metadata, auth, engines, catalog);
    }
}
