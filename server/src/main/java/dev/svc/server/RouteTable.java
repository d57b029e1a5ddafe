package dev.svc.server;

import dev.svc.server.catalog.Folders;
import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.engine.Versions;
import dev.svc.server.http.account.AccountRoutes;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.account.LoginRoutes;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.live.EventsRoutes;
import dev.svc.server.http.session.ArchiveOlderRoutes;
import dev.svc.server.http.session.FolderRoutes;
import dev.svc.server.http.session.MetadataRoutes;
import dev.svc.server.http.session.ProjectRoutes;
import dev.svc.server.http.session.SessionChangeRoutes;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.http.session.TranscriptRoutes;
import dev.svc.server.http.system.AuditRoutes;
import dev.svc.server.http.system.ConfigRoutes;
import dev.svc.server.http.system.EngineRoutes;
import dev.svc.server.http.system.MetricsRoutes;
import dev.svc.server.http.system.OpenApiRoutes;
import dev.svc.server.http.system.ReviewRoutes;
import dev.svc.server.http.system.ReviewTrialRoutes;
import dev.svc.server.http.system.SettingsRoutes;
import dev.svc.server.http.system.SystemRoutes;
import dev.svc.server.http.system.UpdateRoutes;
import dev.svc.server.http.term.ScrollbackRoutes;
import dev.svc.server.http.term.UploadRoutes;
import dev.svc.server.http.term.Uploads;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.report.HostFacts;
import dev.svc.server.wiring.report.Measured;
import dev.svc.server.wiring.report.Metrics;
import dev.svc.server.wiring.report.SystemFacts;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Every route of the service, subject by subject.
final class RouteTable {
    private final Config config;
    private final BuildInfo build;
    private final Rooms rooms;
    private final LoginCookies logins;

    RouteTable(Config config, BuildInfo build, Rooms rooms, LoginCookies logins) {
        this.config = config;
        this.build = build;
        this.rooms = rooms;
        this.logins = logins;
    }

    List<Route> routes() {
        return Stream.of(system(), door(), settings(), sessions(), projects(), review(), history())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> system() {
        var measured = new Measured(
                rooms.engines(), rooms.catalog(), rooms.metadata(), rooms.terminals(), rooms.sockets(), rooms.events());
        var about = new SystemRoutes(this::version, new SystemFacts(config, measured)::view);
        var metrics = new MetricsRoutes(new Metrics(measured)::now, config.find(Variable.METRICS_TOKEN));
        return Stream.of(
                        about.routes(),
                        metrics.routes(),
                        new UpdateRoutes(rooms.updates()).routes(),
                        new OpenApiRoutes().routes())
                .flatMap(List::stream)
                .toList();
    }

    private Map<String, Object> version() {
        return build.view(rooms.updates().wishes().channel().word());
    }

    private List<Route> door() {
        var pages = new LoginRoutes(rooms.auth(), logins, place(), build.version());
        var account = new AccountRoutes(rooms.auth(), logins);
        return Stream.of(pages.routes(), account.routes()).flatMap(List::stream).toList();
    }

    private ProjectRoots projectRoots() {
        return new ProjectRoots(config.paths(Variable.PROJECT_ROOTS));
    }

    private List<Route> settings() {
        var around = new ConfigRoutes.Surroundings(
                logins::csrfToken,
                rooms.auth().twoFactor()::isOn,
                rooms.auth()::alarm,
                rooms.terminals().backend(),
                () -> !projectRoots().usable().isEmpty());
        var page = new ConfigRoutes(config, build.version(), rooms.engines(), rooms.metadata(), around);
        var versions = new Versions(config.platform().environment());
        var programs = new EngineRoutes(rooms.engines(), rooms.catalog(), versions);
        return Stream.of(page.routes(), programs.routes(), new SettingsRoutes(rooms.settings()).routes())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> sessions() {
        var rows = new SessionRoutes(
                rooms.catalog(), rooms.engines(), rooms.review().view());
        var uploads = new Uploads(config.home().uploads(), config.number(Variable.UPLOAD_MAX_BYTES));
        return Stream.of(
                        rows.routes(),
                        new SessionChangeRoutes(rows, rooms.metadata(), rooms.archiving(), rooms.terminals()::endAll)
                                .routes(),
                        new ArchiveOlderRoutes(
                                        rooms.catalog(),
                                        rooms.archiving(),
                                        rooms.terminals()::endAll,
                                        Clock.systemUTC())
                                .routes(),
                        new UploadRoutes(uploads, rows).routes(),
                        new TranscriptRoutes(rooms.transcript(), rows).routes(),
                        new ScrollbackRoutes(rooms.terminals(), rows, rooms.workers()).routes())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> review() {
        var rows = new SessionRoutes(
                rooms.catalog(), rooms.engines(), rooms.review().view());
        var reviews = rooms.review().reviews();
        var around = rooms.review().around();
        return Stream.of(
                        new ReviewRoutes(reviews, around, rows, around.marks(), rooms.workers()).routes(),
                        new ReviewTrialRoutes(reviews, around).routes())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> history() {
        var rows = new SessionRoutes(
                rooms.catalog(), rooms.engines(), rooms.review().view());
        return Stream.of(
                        new AuditRoutes(rooms.metadata(), rows).routes(),
                        new MetadataRoutes(rooms.metadata(), rooms.archiving()).routes(),
                        new EventsRoutes(
                                        rooms.events(),
                                        rooms.catalog(),
                                        rows,
                                        new LoginEnds(rooms.auth().logins()))
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> projects() {
        var folders = new Folders(projectRoots(), rooms.catalog(), rooms.metadata()::organisation);
        var projects = new ProjectRoutes(rooms.metadata(), rooms.catalog());
        return Stream.of(projects.routes(), new FolderRoutes(folders).routes())
                .flatMap(List::stream)
                .toList();
    }

    /// What this installation is called where a person signs in.
    private String place() {
        return config.find(Variable.INSTANCE)
                .or(() -> Optional.ofNullable(HostFacts.hostname()))
                .orElse("svc");
    }
}
