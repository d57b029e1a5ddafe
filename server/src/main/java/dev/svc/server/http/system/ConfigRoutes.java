package dev.svc.server.http.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.auth.WrongCodes;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.http.gate.Body;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the page needs before it draws anything, and the preferences of its user.
public final class ConfigRoutes {
    private static final String THEME = "theme";
    private static final Set<String> THEMES = Set.of("system", "light", "dark", "contrast");

    private final Config config;
    private final String version;
    private final Engines engines;
    private final Metadata metadata;
    private final Surroundings around;

    /// Facts from other rooms.
    ///
    /// @param twoFactor whether it is on
    /// @param wrongCodes whether wrong codes follow the right password
    /// @param mkdir whether there is a place for new folders
    public record Surroundings(
            CsrfTokens tokens,
            BooleanSupplier twoFactor,
            Supplier<Optional<WrongCodes.Alarm>> wrongCodes,
            String terminalBackend,
            BooleanSupplier mkdir) {}

    /// Hands out the token that belongs to a request's cookie.
    @FunctionalInterface
    public interface CsrfTokens {
        String token(ServerRequest request, ServerResponse response);
    }

    public ConfigRoutes(Config config, String version, Engines engines, Metadata metadata, Surroundings around) {
        this.config = config;
        this.version = version;
        this.engines = engines;
        this.metadata = metadata;
        this.around = around;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/config", Policy.READ, this::config),
                Route.get("/api/prefs", Policy.READ, (request, response, visitor) -> Json.send(response, prefs())),
                Route.post("/api/prefs", Policy.CHANGE, this::changePrefs));
    }

    /// The page's beginning.
    ///
    /// @param command how a person calls svc on this host
    /// @param fleet whether this host is to be in a fleet, well or not
    public record View(
            String csrfToken,
            List<String> newSessionEngines,
            String terminalBackend,
            String theme,
            boolean twoFactorEnabled,
            WrongCodes.@Nullable Alarm wrongCodes,
            String authMode,
            String username,
            String version,
            String command,
            @Nullable String instance,
            boolean authenticated,
            boolean mkdirEnabled,
            boolean transcriptScrollback,
            boolean takeover,
            boolean fleet,
            long uploadMaxBytes,
            Map<String, String> labels,
            Map<String, Manifest.Look> looks) {}

    private void config(ServerRequest request, ServerResponse response, Visitor visitor) {
        Json.send(
                response,
                new View(
                        around.tokens().token(request, response),
                        newSessionEngines(),
                        around.terminalBackend(),
                        prefs().path(THEME).asText(),
                        around.twoFactor().getAsBoolean(),
                        around.wrongCodes().get().orElse(null),
                        config.text(Variable.AUTH_MODE),
                        config.text(Variable.USERNAME),
                        version,
                        OwnCommand.line("").strip(),
                        config.find(Variable.INSTANCE).orElse(null),
                        visitor.name() != null,
                        around.mkdir().getAsBoolean(),
                        config.flag(Variable.TRANSCRIPT_SCROLLBACK),
                        config.flag(Variable.TAKEOVER),
                        config.find(Variable.FLEET).isPresent(),
                        config.number(Variable.UPLOAD_MAX_BYTES),
                        ofEach(Manifest::label),
                        ofEach(Manifest::look)));
    }

    private List<String> newSessionEngines() {
        return engines.all().stream()
                .filter(engine -> engine.supportsNew() && engine.binary().isPresent())
                .map(EngineProvider::engineId)
                .map(EngineKey::key)
                .toList();
    }

    private <T> Map<String, T> ofEach(Function<Manifest, T> part) {
        var parts = new LinkedHashMap<String, T>();
        engines.all().forEach(engine -> parts.put(engine.engineId().key(), part.apply(engine.manifest())));
        return parts;
    }

    private ObjectNode prefs() {
        var prefs = metadata.organisation().prefs();
        if (!THEMES.contains(prefs.path(THEME).asText())) {
            prefs.put(THEME, "system");
        }
        return prefs;
    }

    private void changePrefs(ServerRequest request, ServerResponse response, Visitor visitor) {
        var theme = Body.of(request, THEME).requireText(THEME);
        if (!THEMES.contains(theme)) {
            throw Problem.badRequest("theme takes one of: contrast, dark, light, system.");
        }
        metadata.changePrefs(Json.shared().createObjectNode().put(THEME, theme), visitor.actor());
        Json.send(response, prefs());
    }
}
