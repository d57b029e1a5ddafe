package dev.svc.server.terminal.launch;

import dev.svc.server.engine.Engines;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The environment of a program, built from an allow list: of the server's variables only those are passed on that are
/// named here, in the programs' manifests, or by the person.
public final class ChildEnvironment {
    private static final Set<String> NAMES = Set.of(
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "PATH",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "TEMP",
            "TMP",
            "EDITOR",
            "VISUAL",
            "PAGER",
            "LESS",
            "BROWSER",
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "DBUS_SESSION_BUS_ADDRESS",
            "SSH_AUTH_SOCK",
            "SSH_AGENT_PID",
            "GPG_AGENT_INFO",
            "GNUPGHOME",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "ALL_PROXY",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "all_proxy",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS",
            "REQUESTS_CA_BUNDLE",
            "CURL_CA_BUNDLE",
            "SYSTEMROOT",
            "SystemRoot",
            "APPDATA",
            "LOCALAPPDATA",
            "USERPROFILE",
            "COMSPEC",
            "PATHEXT",
            "IS_SANDBOX",
            // What a person says to all programs holds for these too.
            "DO_NOT_TRACK",
            "DISABLE_AUTOUPDATER",
            "DISABLE_TELEMETRY",
            "DISABLE_ERROR_REPORTING",
            "NO_COLOR");

    /// The clouds that programs reach their models through, and version managers. The names of the programs' own
    /// settings and keys stand in their manifests; each terminal gets those of all programs, for they start each
    /// other.
    private static final List<String> PREFIXES = List.of(
            "LC_",
            "XDG_",
            "CLOUDSDK_",
            "AWS_",
            "AZURE_",
            "GITHUB_",
            "GH_",
            "GIT_",
            "OPENROUTER_",
            "OLLAMA_",
            "NVM_",
            "VOLTA_",
            "BUN_",
            "PNPM_",
            "PYENV_",
            "CARGO_",
            "RUSTUP_",
            "GOPATH",
            "GOROOT",
            "ASDF_",
            "MISE_");

    private static final String OWN = "SVC_";
    private static final String REST = "*";

    private final List<String> prefixes;
    private final Set<String> ofSessions;
    private final List<String> passed;
    private final Map<String, String> base;

    /// @param server the server's own variables
    /// @param passed names, and beginnings of names with a `*` behind them, that the person wants passed on
    public ChildEnvironment(Map<String, String> server, Engines engines, List<String> passed) {
        this.prefixes = Stream.concat(
                        PREFIXES.stream(),
                        engines.all().stream().flatMap(it -> it.manifest().environment().prefixes().stream()))
                .distinct()
                .toList();
        this.ofSessions = engines.all().stream()
                .flatMap(it -> it.manifest().environment().ofSession().stream())
                .collect(Collectors.toUnmodifiableSet());
        this.passed = List.copyOf(passed);
        var kept = new TreeMap<String, String>();
        server.forEach((name, value) -> {
            if (passes(name)) {
                kept.put(name, value);
            }
        });
        if (!isUtf8(kept)) {
            kept.put(kept.getOrDefault("LC_ALL", "").isEmpty() ? "LC_CTYPE" : "LC_ALL", "C.UTF-8");
        }
        kept.put("TERM", "xterm-256color");
        kept.put("COLORTERM", "truecolor");
        this.base = Map.copyOf(kept);
    }

    /// The page shows UTF-8 and nothing else, so programs should print it.
    private static boolean isUtf8(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .filter(value -> value.toLowerCase(Locale.ROOT).replace("-", "").endsWith("utf8"))
                .isPresent();
    }

    /// Whether a program gets the variable of this name; nothing of svc's own, whatever was asked for.
    ///
    /// What a session sets in all that it starts comes along only where the person names it whole: the
    /// service may have been started in one, and its programs would take themselves for a part of that.
    public boolean passes(String name) {
        if (name.startsWith(OWN)) {
            return false;
        }
        if (ofSessions.contains(name)) {
            return passed.contains(name);
        }
        return NAMES.contains(name) || prefixes.stream().anyMatch(name::startsWith) || isAskedFor(name);
    }

    private boolean isAskedFor(String name) {
        return passed.stream()
                .anyMatch(it -> it.endsWith(REST)
                        ? name.startsWith(it.substring(0, it.length() - REST.length()))
                        : name.equals(it));
    }

    /// With a launch's additions; nothing of svc's own may slip in this way either.
    public Map<String, String> with(Map<String, String> more) {
        var all = new TreeMap<>(base);
        all.putAll(more);
        all.keySet().removeIf(name -> name.startsWith(OWN));
        return all;
    }
}
