package dev.svc.server;

import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.engine.Versions;
import dev.svc.server.http.Api;
import dev.svc.server.http.account.AccountRoutes;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.account.LoginRoutes;
import dev.svc.server.http.account.PasskeyRoutes;
import dev.svc.server.http.account.TokenRoutes;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.live.BoardRoutes;
import dev.svc.server.http.mcp.McpRoutes;
import dev.svc.server.http.push.LookingRoutes;
import dev.svc.server.http.push.PushRoutes;
import dev.svc.server.http.question.AllowedRoutes;
import dev.svc.server.http.question.HookRoutes;
import dev.svc.server.http.question.QuestionRoutes;
import dev.svc.server.http.share.ShareRoutes;
import dev.svc.server.http.share.SharedPageRoute;
import dev.svc.server.http.system.ConfigRoutes;
import dev.svc.server.http.system.HostRoutes;
import dev.svc.server.http.system.MetricsRoutes;
import dev.svc.server.http.system.SystemRoutes;
import dev.svc.server.http.system.UpdateRoutes;
import dev.svc.server.http.term.BeginRoutes;
import dev.svc.server.http.term.ResumableRoutes;
import dev.svc.server.http.term.ScrollbackRoutes;
import dev.svc.server.http.term.SendRoutes;
import dev.svc.server.http.term.Uploads;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.server.wiring.push.PushLog;
import dev.svc.server.wiring.report.HostFacts;
import dev.svc.server.wiring.report.Measured;
import dev.svc.server.wiring.report.Metrics;
import dev.svc.server.wiring.report.SecurityLog;
import dev.svc.server.wiring.report.SystemFacts;
import dev.svc.server.wiring.share.ShareLog;
import dev.svc.server.wiring.terminal.FirstLaunch;
import dev.svc.server.wiring.terminal.Pictures;
import dev.svc.server.wiring.usage.UsageRows;
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
        var parts = parts();
        var api = new Api(parts, rooms.fleet().list());
        var scrollback = new ScrollbackRoutes(rooms.terminals(), api.sessions(), rooms.workers());
        var board =
                new BoardRoutes(new Pictures(rooms.terminals(), rooms.outside()), rooms.events(), parts.loginEnds());
        var begin = new BeginRoutes(rooms.terminals(), api.sessions());
        var send = new SendRoutes(api.sessions(), rooms.sending());
        var mcp = new McpRoutes(build.version(), rooms.questions()::api);
        var resumable = new ResumableRoutes(rooms.terminals().resumption(), api.sessions(), rooms.fresh()::require);
        var questions = new QuestionRoutes(rooms.questions().questions());
        var allowed = new AllowedRoutes(
                rooms.questions().questions(), rooms.questions().allowed());
        var push = new PushRoutes(rooms.push().push(), new PushLog(rooms.metadata()));
        var looking = new LookingRoutes(
                rooms.push().push().looking(),
                rooms.engines(),
                session -> rooms.metadata().organisation().resolve(session));
        var share = new ShareRoutes(api.sessions(), rooms.sharing(), rooms.shares(), new ShareLog(rooms.metadata()));
        var shared = new SharedPageRoute(rooms.shares());
        var waited = Stream.of(
                        system(),
                        door(),
                        api.routes(),
                        scrollback.routes(),
                        api.overHosts(begin.routes()),
                        api.overHosts(send.routes()),
                        mcp.routes(),
                        resumable.routes(),
                        api.overHosts(questions.routes()),
                        allowed.routes(),
                        push.routes(),
                        looking.routes(),
                        share.routes(),
                        shared.routes(),
                        hosts())
                .flatMap(List::stream)
                .toList();
        var hooks = new HookRoutes(rooms.questions().calls());
        return Stream.of(rooms.inHand().counted(waited), List.of(board.route()), hooks.routes(), api.streams())
                .flatMap(List::stream)
                .toList();
    }

    private Api.Parts parts() {
        var roots = new ProjectRoots(config.paths(Variable.PROJECT_ROOTS));
        return new Api.Parts(
                config,
                build.version(),
                Clock.systemUTC(),
                rooms.engines(),
                new Versions(config.platform().environment()),
                rooms.catalog(),
                rooms.metadata(),
                rooms.archiving(),
                rooms.terminals()::endAll,
                rooms.outside()::end,
                roots,
                new Uploads(config.home().uploads(), config.number(Variable.UPLOAD_MAX_BYTES)),
                rooms.transcript(),
                ConfiguredEngines.changes(config, rooms.changes(), rooms.workers()),
                rooms.workers(),
                new ConfigRoutes.Surroundings(
                        logins::csrfToken,
                        rooms.auth().twoFactor()::isOn,
                        rooms.auth()::alarm,
                        rooms.terminals().backend(),
                        () -> !roots.usable().isEmpty()),
                rooms.settings(),
                new Api.Review(
                        rooms.review().reviews(),
                        rooms.review().around(),
                        rooms.review().around().marks(),
                        new UsageRows(
                                rooms.vault().beside(rooms.review().view(), rooms.engines(), Clock.systemUTC()),
                                rooms.usage())),
                rooms.events(),
                new LoginEnds(rooms.auth().logins(), rooms.auth().api().kept()),
                rooms.search(),
                rooms.vault(),
                rooms.usage(),
                new Api.HandingOver(rooms.handOver(), new FirstLaunch(rooms.terminals())));
    }

    private List<Route> system() {
        var measured = new Measured(
                rooms.engines(),
                rooms.catalog(),
                rooms.metadata(),
                rooms.terminals(),
                rooms.sockets(),
                rooms.events(),
                rooms.search(),
                rooms.vault()::keeping,
                rooms.usage());
        var about = new SystemRoutes(this::version, new SystemFacts(config, measured)::view);
        var metrics = new MetricsRoutes(new Metrics(measured)::now, config.find(Variable.METRICS_TOKEN));
        return Stream.of(about.routes(), metrics.routes(), new UpdateRoutes(rooms.updates()).routes())
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> hosts() {
        var fleet = rooms.fleet();
        var address = fleet.address();
        return new HostRoutes(new HostRoutes.Here(
                        fleet.fleet(),
                        fleet.trouble(),
                        address == null ? null : address.shown(),
                        build.version(),
                        () -> rooms.engines().all().stream()
                                .mapToInt(it -> rooms.catalog().sessions(it.engineId()))
                                .sum(),
                        (host, actor) -> fleet.endings().put(host, actor)))
                .routes();
    }

    private Map<String, Object> version() {
        return build.view(rooms.updates().wishes().channel().word());
    }

    private List<Route> door() {
        var pages = new LoginRoutes(rooms.auth(), logins, place(), build.version());
        var account = new AccountRoutes(rooms.auth(), logins, rooms.fresh());
        var passkeys = new PasskeyRoutes(rooms.auth(), logins, rooms.fresh(), place());
        var tokens = new TokenRoutes(
                rooms.auth(),
                logins,
                note -> rooms.metadata().security(SecurityLog.event(note), SecurityLog.actor(note)),
                rooms.fresh());
        return Stream.of(pages.routes(), account.routes(), passkeys.routes(), tokens.routes())
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
