package dev.svc.shared.config;

import dev.svc.shared.config.Kind.Bounded;
import dev.svc.shared.config.Kind.Choice;
import dev.svc.shared.config.Kind.Plain;
import java.util.Arrays;
import java.util.Optional;

/// Every variable but those of the programs ([ProgramVariable]): name, kind, default and one line of help. The README's
/// table and `svc variables` come from here.
public enum Variable {
    HOST("SVC_HOST", Plain.TEXT, "127.0.0.1", "Bind address; keep it on loopback behind a reverse proxy"),
    PORT("SVC_PORT", Bounded.refusing(0, 65_535), "8765", "Bind port; 0 takes a free one"),
    ORIGIN("SVC_ORIGIN", Plain.ORIGIN, "", "Public origin; Origin or Referer of state-changing requests must equal it"),
    ALLOWED_HOSTS("SVC_ALLOWED_HOSTS", Plain.LIST, "", "More Host names that are answered, separated by commas"),
    TRUSTED_PROXIES(
            "SVC_TRUSTED_PROXIES", Plain.LIST, "", "Addresses whose X-Forwarded-For is believed, separated by commas"),
    TRUST_NETWORK(
            "SVC_TRUST_NETWORK",
            Plain.FLAG,
            "0",
            "Lets SVC_AUTH_MODE=none bind to more than loopback: everybody there has a shell"),

    AUTH_MODE(
            "SVC_AUTH_MODE",
            Choice.of("single-user", "none"),
            "single-user",
            "single-user (login) or none (trusted network, no login)"),
    USERNAME("SVC_USERNAME", Plain.TEXT, "admin", "Name of the one account"),
    PASSWORD_HASH("SVC_PASSWORD_HASH", Plain.SECRET, "", "PBKDF2 password hash, set by reset-password"),
    SECRET_KEY(
            "SVC_SECRET_KEY",
            Plain.SECRET,
            "",
            "Signs cookies and CSRF tokens; at least 32 bytes; made by the first start"),
    TWO_FACTOR_FILE("SVC_2FA_FILE", Plain.PATH, "<env-dir>/2fa.json", "TOTP secret and recovery-code hashes"),
    FORCE_PASSWORD_CHANGE(
            "SVC_FORCE_PASSWORD_CHANGE",
            Plain.FLAG,
            "0",
            "1 asks for a new password before anything else; set by a fresh install"),

    HOME("SVC_HOME", Plain.PATH, "<user data>/svc", "Install root; also the data of the unnamed instance"),
    INSTANCE(
            "SVC_INSTANCE",
            Plain.LABEL,
            "",
            "Label of one of several instances; its data lie in <home>/instances/<label>"),
    ENV_FILE("SVC_ENV_FILE", Plain.PATH, "<data>/env", "Env file that holds these variables between starts"),
    METADATA("SVC_METADATA", Plain.PATH, "<data>/metadata.json", "Sidecar JSON: titles, favourites, projects, archive"),
    PREFS(
            "SVC_PREFS",
            Plain.PATH,
            "<data>/prefs.json",
            "User preferences as a file for other programs, kept up with the journal"),
    JOURNAL_DIR("SVC_JOURNAL_DIR", Plain.PATH, "<data>/journal", "Journal of every metadata change"),
    LOCK_DIR("SVC_LOCK_DIR", Plain.PATH, "<home>/locks", "Single-writer locks of sessions"),
    RUNTIME_DIR("SVC_RUNTIME_DIR", Plain.PATH, "<data>/run", "Sockets of the persistent terminals"),
    SCROLLBACK_DIR("SVC_SCROLLBACK_DIR", Plain.PATH, "<data>/scrollback", "Terminal output on disk"),
    VAULT_DIR("SVC_VAULT_DIR", Plain.PATH, "<data>/vault", "Copies of sessions, kept after their programs delete them"),
    VAULT_KEY_FILE(
            "SVC_VAULT_KEY_FILE",
            Plain.PATH,
            "",
            "File with at least 32 secret bytes: copies are encrypted with it; without it nobody reads them again"),
    WEB_DIST("SVC_WEB_DIST", Plain.PATH, "<home>/current/src/web/dist", "Folder of the built page"),

    DTACH_BIN("SVC_DTACH_BIN", Plain.PATH, "", "dtach, when it is not on PATH"),
    PASS_ENV(
            "SVC_PASS_ENV",
            Plain.NAMES,
            "",
            "More variables that programs in terminals get, as NAME,PREFIX_*; svc's own never"),
    TAKEOVER("SVC_TAKEOVER", Plain.FLAG, "0", "1 lets a new viewer of a live session take over at once"),
    SCROLLBACK_BYTES(
            "SVC_SCROLLBACK_BYTES",
            Bounded.ignoringBelow(256 << 10),
            "8388608",
            "Bytes of terminal output kept per session"),
    SCROLLBACK_DAYS(
            "SVC_SCROLLBACK_DAYS",
            Bounded.refusing(0, 36_500),
            "30",
            "Days after which the output of a terminal that does not run is forgotten; 0 never"),
    TRANSCRIPT_SCROLLBACK(
            "SVC_TRANSCRIPT_SCROLLBACK",
            Plain.FLAG,
            "0",
            "1 lets scrolling up run on from the terminal into the conversation; a first start writes 1 into the env file"),
    TRANSCRIPT_MAX_LINES(
            "SVC_TRANSCRIPT_MAX_LINES", Bounded.raisedTo(1), "20000", "Lines a rendered transcript has at most"),
    TRANSCRIPT_MAX_MESSAGES(
            "SVC_TRANSCRIPT_MAX_MESSAGES", Bounded.raisedTo(1), "2000", "Turns read for a transcript at most"),
    TRANSCRIPT_TAIL_BYTES(
            "SVC_TRANSCRIPT_TAIL_BYTES", Bounded.raisedTo(1), "8388608", "Bytes of a log's tail read for a transcript"),
    HISTORY_PAGE_TURNS("SVC_HISTORY_PAGE_TURNS", Bounded.raisedTo(1), "50", "Turns of one history page"),
    HISTORY_PAGE_LINES(
            "SVC_HISTORY_PAGE_LINES", Bounded.raisedTo(1), "500", "Rendered lines of one history page at most"),
    HISTORY_PAGE_BYTES(
            "SVC_HISTORY_PAGE_BYTES", Bounded.raisedTo(1), "524288", "Rendered bytes of one history page at most"),

    SESSION_TTL(
            "SVC_SESSION_TTL",
            Bounded.refusing(0, Integer.MAX_VALUE),
            "0",
            "Seconds without viewer, input or output before a program is ended; 0 never"),
    REAP_INTERVAL(
            "SVC_REAP_INTERVAL", Bounded.refusing(1, 86_400), "300", "Seconds between two looks for idle sessions"),
    REAP_DRY_RUN("SVC_REAP_DRY_RUN", Plain.FLAG, "0", "1 only says what would be ended"),
    REAP_EXEMPT("SVC_REAP_EXEMPT", Plain.LIST, "", "Sessions, projects or the word sticky, never ended for being idle"),
    PROJECT_ROOTS("SVC_PROJECT_ROOTS", Plain.PATHS, "", "Folders under which the page may make project folders"),
    UPLOAD_MAX_BYTES(
            "SVC_UPLOAD_MAX_BYTES",
            Bounded.refusing(1, Integer.MAX_VALUE),
            "26214400",
            "Size of a pasted or dropped file at most"),
    PUSH_TEST_ORIGIN(
            "SVC_PUSH_TEST_ORIGIN",
            Plain.ORIGIN,
            "",
            "For tests: one more origin that notices to browsers may be sent to, beside the known push services"),
    FLEET(
            "SVC_FLEET",
            Plain.SECRET,
            "",
            "NATS server between the hosts of a fleet, as nats://hub:4222; unset, this host stands alone"),
    FLEET_NAME(
            "SVC_FLEET_NAME",
            Plain.TEXT,
            "",
            "What other hosts call this one when it makes or joins a fleet; unset, the host's name"),
    FLEET_ALLOW(
            "SVC_FLEET_ALLOW",
            Choice.of("list", "read", "organise", "drive"),
            "list",
            "What other hosts of the fleet may do here: list, read, organise or drive, each with those before it"),
    METRICS_TOKEN("SVC_METRICS_TOKEN", Plain.SECRET, "", "Bearer token that may read /metrics without a login"),

    AI_REVIEW_LOOP("SVC_AI_REVIEW_LOOP", Plain.TEXT, "armed", "0 never starts the periodic review"),
    AI_REVIEW_TIMEOUT(
            "SVC_AI_REVIEW_TIMEOUT",
            Bounded.raisedTo(10),
            "120",
            "Seconds one review call may take, unless Settings say"),

    REPO(
            "SVC_REPO",
            Plain.TEXT,
            "",
            "Repository to install and update from; unset, the one this release was built from"),
    RELEASES(
            "SVC_RELEASES",
            Plain.TEXT,
            "",
            "Folder or http server with releases made ready by make-release.sh; unset, each is built from its source"),
    REF("SVC_REF", Plain.TEXT, "", "Exact tag, branch or commit for one install"),
    CHANNEL("SVC_CHANNEL", Choice.of("stable", "main"), "stable", "Updates follow the highest version tag, or main"),
    AUTOUPDATE("SVC_AUTOUPDATE", Plain.FLAG, "0", "1 updates once a day"),
    NO_SERVICE("SVC_NO_SERVICE", Plain.FLAG, "0", "1 installs without the service manager"),
    SKIP_WEB_BUILD("SVC_SKIP_WEB_BUILD", Plain.FLAG, "0", "1 leaves the page as it was built before"),
    NODE_VERSION("SVC_NODE_VERSION", Plain.TEXT, "", "Node.js version that the page is built with");

    private final String variableName;
    private final Kind kind;
    private final String defaultText;
    private final String help;

    Variable(String variableName, Kind kind, String defaultText, String help) {
        this.variableName = variableName;
        this.kind = kind;
        this.defaultText = defaultText;
        this.help = help;
    }

    public String variableName() {
        return variableName;
    }

    public Kind kind() {
        return kind;
    }

    /// The default as people read it; `<…>` stands for a folder that depends on the platform.
    public String defaultText() {
        return defaultText;
    }

    public String help() {
        return help;
    }

    public static Optional<Variable> find(String variableName) {
        return Arrays.stream(values())
                .filter(variable -> variable.variableName.equals(variableName))
                .findFirst();
    }
}
