package dev.svc.server.cli.list;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.config.Config;
import java.net.URLEncoder;
import java.util.Optional;

/// The list as the running service answers it, which has read everything already.
///
/// What is not answered, or not completely, is looked for by the command itself: a list is
/// never less than it was without a service.
public final class ServedList {
    private final Service service;
    private final Config config;

    /// A request to the service of a home.
    @FunctionalInterface
    public interface Service {
        /// Nobody is asked.
        Service NONE = (config, path) -> Optional.empty();

        /// The answer; empty where no service runs, and where it refuses.
        ///
        /// @param path with its query, encoded
        Optional<JsonNode> get(Config config, String path);
    }

    ServedList(Service service, Config config) {
        this.service = service;
        this.config = config;
    }

    /// A page of this host's sessions.
    ///
    /// @param query parameters of the list, encoded
    Optional<JsonNode> page(String query) {
        var path = "/api/sessions?complete=1" + query;
        return service.get(config, path)
                .flatMap(page -> ofThisHost(path, page))
                .filter(page -> page.path("complete").asBoolean()
                        && page.path("sessions").isArray());
    }

    /// A service in a fleet lists what is on other hosts too.
    private Optional<JsonNode> ofThisHost(String path, JsonNode page) {
        var hosts = page.path("facets").path("hosts");
        if (!hosts.isArray()) {
            return Optional.of(page);
        }
        for (var host : hosts) {
            if (host.path("here").asBoolean()) {
                return service.get(
                        config, path + parameter("host", host.path("host").asText()));
            }
        }
        return Optional.empty();
    }

    /// The id of a project.
    ///
    /// @param project its id or name
    Optional<String> project(String project) {
        var answer = service.get(config, "/api/projects?include_archived=1");
        if (answer.isPresent()) {
            for (var it : answer.get().path("projects")) {
                var id = it.path("id").asText();
                if (id.equals(project) || it.path("name").asText().equalsIgnoreCase(project)) {
                    return Optional.of(id);
                }
            }
        }
        return Optional.empty();
    }

    static String parameter(String name, String value) {
        return "&" + name + "=" + URLEncoder.encode(value, UTF_8).replace("+", "%20");
    }
}
