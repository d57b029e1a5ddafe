package dev.svc.server.http.session;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Row;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.ETagResponse;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.ProjectChange;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Projects: what they are called, how they look, where their sessions start.
public final class ProjectRoutes {
    private static final int MOST_FOLDERS = 100;

    private final Metadata metadata;
    private final Catalog catalog;

    public ProjectRoutes(Metadata metadata, Catalog catalog) {
        this.metadata = metadata;
        this.catalog = catalog;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/projects", Policy.API_READ, this::list),
                Route.post("/api/projects", Policy.API_ORGANISE, this::create),
                Route.patch("/api/projects/{id}", Policy.API_ORGANISE, this::change),
                Route.delete("/api/projects/{id}", Policy.API_ORGANISE, this::delete));
    }

    /// A project in an answer.
    public record View(
            String id, String name, String color, List<String> folders, boolean archived, int sessionCount) {}

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        boolean all = new Parameters(request).flag("include_archived");
        var counts = catalog.projectCounts();
        var views = metadata.organisation().projects().stream()
                .filter(project -> all || !project.archived())
                .map(project -> view(project, counts))
                .sorted((a, b) -> a.name().compareToIgnoreCase(b.name()))
                .toList();
        ETagResponse.send(request, response, Map.of("projects", views));
    }

    private void create(ServerRequest request, ServerResponse response, Visitor visitor) {
        var body = Body.of(request, "name", "color", "folders", "gather");
        var folders = folders(body).orElse(List.of());
        var members = body.flag("gather").orElse(false) ? sessionsIn(folders) : List.<SessionId>of();
        var project = metadata.createProject(
                body.requireText("name"), body.text("color").orElse(null), folders, members, visitor.actor());
        response.status(201);
        Json.send(response, view(project, catalog.projectCounts()));
    }

    /// Those of no project yet that ran in a folder or below it, archived and snoozed ones too.
    private List<SessionId> sessionsIn(List<String> folders) {
        if (folders.isEmpty()) {
            return List.of();
        }
        var query = Query.first(Integer.MAX_VALUE)
                .with(Query.Archived.ALL)
                .in(new Query.InProject(null))
                .below(folders);
        return catalog.page(query).rows().stream().map(Row::id).toList();
    }

    private void change(ServerRequest request, ServerResponse response, Visitor visitor) {
        var id = requireId(request);
        var body = Body.of(request, "name", "color", "folders", "archived");
        var change = new ProjectChange(
                body.text("name").orElse(null),
                body.text("color").orElse(null),
                folders(body).orElse(null),
                body.flag("archived").orElse(null));
        var after = metadata.changeProject(id, change, visitor.actor()).after();
        Json.send(response, view(after.project(id).orElseThrow(ProjectRoutes::none), catalog.projectCounts()));
    }

    private void delete(ServerRequest request, ServerResponse response, Visitor visitor) {
        metadata.deleteProject(requireId(request), visitor.actor());
        response.status(204).send();
    }

    private ProjectId requireId(ServerRequest request) {
        return ProjectId.find(request.path().pathParameters().get("id"))
                .filter(id -> metadata.organisation().project(id).isPresent())
                .orElseThrow(ProjectRoutes::none);
    }

    private static Problem none() {
        return Problem.notFound("There is no project of this id.");
    }

    private static Optional<List<String>> folders(Body body) {
        var folders = body.texts("folders");
        folders.ifPresent(paths -> {
            if (paths.size() > MOST_FOLDERS) {
                throw Problem.invalid("folders", "A project has at most %d folders.".formatted(MOST_FOLDERS));
            }
            paths.forEach(ProjectRoutes::requireFolder);
        });
        return folders.map(paths -> paths.stream().distinct().toList());
    }

    private static void requireFolder(String text) {
        try {
            var path = Path.of(text);
            if (path.isAbsolute() && Files.isDirectory(path) && PlainText.isLine(text)) {
                return;
            }
        } catch (InvalidPathException none) {
            throw Problem.invalid("folders", "A project's folders are absolute paths of folders that exist.");
        }
        throw Problem.invalid("folders", "A project's folders are absolute paths of folders that exist.");
    }

    private static View view(Project project, Map<ProjectId, Integer> counts) {
        return new View(
                project.id().value(),
                PlainText.line(project.name()),
                project.color(),
                project.folders().stream().map(PlainText::line).toList(),
                project.archived(),
                counts.getOrDefault(project.id(), 0));
    }
}
