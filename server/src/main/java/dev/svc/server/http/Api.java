package dev.svc.server.http;

import dev.svc.server.catalog.Archiving;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Folders;
import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.catalog.SessionView;
import dev.svc.server.change.AllChanges;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.handover.HandOver;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.fleet.BeginningRoutes;
import dev.svc.server.http.fleet.RemoteRoutes;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.live.EventsRoutes;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.session.ArchiveOlderRoutes;
import dev.svc.server.http.session.ChangesRoutes;
import dev.svc.server.http.session.ContinueRoutes;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.http.session.FolderRoutes;
import dev.svc.server.http.session.HandOverRoutes;
import dev.svc.server.http.session.MetadataRoutes;
import dev.svc.server.http.session.NewSessionRoutes;
import dev.svc.server.http.session.NewSessions;
import dev.svc.server.http.session.OutsideRoutes;
import dev.svc.server.http.session.ProjectRoutes;
import dev.svc.server.http.session.RunningPrograms;
import dev.svc.server.http.session.SearchRoutes;
import dev.svc.server.http.session.SessionChangeRoutes;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.http.session.TranscriptRoutes;
import dev.svc.server.http.session.UsageRoutes;
import dev.svc.server.http.session.VaultRoutes;
import dev.svc.server.http.session.ViewRoutes;
import dev.svc.server.http.system.AuditRoutes;
import dev.svc.server.http.system.ConfigRoutes;
import dev.svc.server.http.system.EngineRoutes;
import dev.svc.server.http.system.OpenApiRoutes;
import dev.svc.server.http.system.ReviewRoutes;
import dev.svc.server.http.system.ReviewTrialRoutes;
import dev.svc.server.http.system.SettingsRoutes;
import dev.svc.server.http.term.UploadRoutes;
import dev.svc.server.http.term.Uploads;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.review.ReviewContext;
import dev.svc.server.review.Reviews;
import dev.svc.server.search.Search;
import dev.svc.server.setting.Settings;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.usage.Usage;
import dev.svc.shared.config.Config;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What is read and changed about sessions, projects, history and settings. The service and the tests of these routes
/// assemble them here, so that both serve the same.
public final class Api {
    private final Parts parts;
    private final SessionRoutes sessions;
    private final Optional<FleetList> fleet;
    private final SearchRoutes searching;
    private final Optional<RemoteRoutes> elsewhere;

    /// What the routes speak to.
    ///
    /// @param programs those that run in terminals
    /// @param outside ends what svc did not start
    public record Parts(
            Config config,
            String version,
            Clock clock,
            Engines engines,
            Versions versions,
            Catalog catalog,
            Metadata metadata,
            Archiving archiving,
            RunningPrograms programs,
            OutsideRoutes.Ending outside,
            ProjectRoots projectRoots,
            Uploads uploads,
            Transcript transcript,
            AllChanges changes,
            TextWorkers workers,
            ConfigRoutes.Surroundings surroundings,
            Settings settings,
            Review review,
            LiveEvents events,
            LoginEnds loginEnds,
            Search search,
            VaultRoutes.Copies copies,
            Usage usage,
            HandingOver handingOver) {}

    /// Sessions that another program goes on with.
    public record HandingOver(HandOver handOver, NewSessions starting) {}

    /// The review, and what people say to it about single sessions.
    public record Review(Reviews reviews, ReviewContext context, ReviewRoutes.Marks marks, SessionView.Beside shown) {}

    public Api(Parts parts) {
        this(parts, Optional.empty());
    }

    /// @param fleet the list over several hosts; empty on a host that is in no fleet
    public Api(Parts parts, Optional<FleetList> fleet) {
        this.parts = parts;
        this.fleet = fleet;
        this.sessions = new SessionRoutes(
                parts.catalog(), parts.engines(), parts.review().shown(), fleet);
        this.searching = new SearchRoutes(
                parts.search(), parts.catalog(), parts.metadata(), sessions, parts.workers(), parts.clock());
        this.elsewhere = fleet.map(it -> new RemoteRoutes(it, parts.metadata()::organisation, searching));
    }

    /// For routes that belong to a session and are served elsewhere.
    public SessionRoutes sessions() {
        return sessions;
    }

    /// The stream of what changes, which nobody waits for.
    public List<Route> streams() {
        return new EventsRoutes(parts.events(), parts.catalog(), sessions, parts.loginEnds()).routes();
    }

    /// All but the streams.
    public List<Route> routes() {
        var ours = Stream.of(ofSessions(), ofProjects(), ofHistory(), ofTheHouse(), ofTheReview())
                .flatMap(List::stream)
                .toList();
        return overHosts(ours);
    }

    /// The same routes; those that other hosts can answer ask them where it is about them.
    public List<Route> overHosts(List<Route> routes) {
        return elsewhere.map(it -> it.over(routes)).orElse(routes);
    }

    private List<Route> ofSessions() {
        return together(List.of(
                sessions.routes(),
                new SessionChangeRoutes(sessions, parts.metadata(), parts.archiving(), parts.programs()).routes(),
                new OutsideRoutes(sessions, parts.metadata(), parts.programs(), parts.outside()).routes(),
                new ArchiveOlderRoutes(parts.catalog(), parts.archiving(), parts.programs(), parts.clock()).routes(),
                new UploadRoutes(parts.uploads(), sessions).routes(),
                new TranscriptRoutes(parts.transcript(), sessions).routes(),
                new UsageRoutes(parts.usage(), parts.transcript(), sessions).routes(),
                new ChangesRoutes(parts.changes(), sessions).routes(),
                new HandOverRoutes(
                                sessions,
                                parts.metadata(),
                                parts.handingOver().handOver(),
                                parts.handingOver().starting())
                        .routes(),
                new NewSessionRoutes(
                                sessions, parts.metadata(), parts.handingOver().starting())
                        .routes(),
                new BeginningRoutes(fleet).routes(),
                new ContinueRoutes(sessions, parts.metadata()).routes(),
                new VaultRoutes(parts.copies(), sessions, parts.catalog(), parts.metadata()).routes(),
                searching.routes()));
    }

    private List<Route> ofProjects() {
        var home = parts.config().platform().userHome();
        var folders = new Folders(parts.projectRoots(), home, parts.catalog(), parts.metadata()::organisation);
        return together(List.of(
                new ProjectRoutes(parts.metadata(), parts.catalog()).routes(),
                new ViewRoutes(parts.metadata(), parts.engines()).routes(),
                new FolderRoutes(folders, sessions).routes()));
    }

    private List<Route> ofHistory() {
        return together(List.of(
                new AuditRoutes(parts.metadata(), sessions).routes(),
                new MetadataRoutes(parts.metadata(), parts.archiving()).routes()));
    }

    private List<Route> ofTheHouse() {
        return together(List.of(
                new ConfigRoutes(
                                parts.config(),
                                parts.version(),
                                parts.engines(),
                                parts.metadata(),
                                parts.surroundings())
                        .routes(),
                new EngineRoutes(parts.engines(), parts.catalog(), parts.versions()).routes(),
                new SettingsRoutes(parts.settings()).routes(),
                new OpenApiRoutes().routes()));
    }

    private List<Route> ofTheReview() {
        var review = parts.review();
        return together(List.of(
                new ReviewRoutes(review.reviews(), review.context(), sessions, review.marks(), parts.workers())
                        .routes(),
                new ReviewTrialRoutes(review.reviews(), review.context()).routes()));
    }

    private static List<Route> together(List<List<Route>> subjects) {
        return subjects.stream().flatMap(List::stream).toList();
    }
}
