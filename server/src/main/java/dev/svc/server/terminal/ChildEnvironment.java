package dev.svc.server.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The environment of a program, built from what it needs: of the server's own variables only those named here come
/// along.
final class ChildEnvironment {
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
            "IS_SANDBOX");

    /// The programs' own settings and keys, those of the clouds they reach their models through, and version managers.
    private static final List<String> PREFIXES = List.of(
            "LC_",
            "XDG_",
            "ANTHROPIC_",
            "CLAUDE_",
            "OPENAI_",
            "CODEX_",
            "OPENCODE_",
            "GEMINI_",
            "GOOGLE_",
            "CLOUDSDK_",
            "ANTIGRAVITY_",
            "KIMI_",
            "MOONSHOT_",
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

    private final Map<String, String> base;

    ChildEnvironment(Map<String, String> server) {
        var kept = new TreeMap<String, String>();
        server.forEach((name, value) -> {
            if (isKept(name)) {
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

    /// The page shows UTF-8 and nothing else, so that is what programs are to print.
    private static boolean isUtf8(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .filter(value -> value.toLowerCase(Locale.ROOT).replace("-", "").endsWith("utf8"))
                .isPresent();
    }

    private static boolean isKept(String name) {
        return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }

    /// With what a launch adds; nothing of svc's own may come in this way either.
    Map<String, String> with(Map<String, String> more) {
        var all = new TreeMap<>(base);
        all.putAll(more);
        all.keySet().removeIf(name -> name.startsWith("SVC_"));
        return all;
    }
}
