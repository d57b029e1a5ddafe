package dev.svc.shared.config;

import dev.svc.shared.config.Kind.Bounded;
import dev.svc.shared.config.Kind.Bounded.Wrong;
import dev.svc.shared.config.Kind.Choice;
import dev.svc.shared.config.Kind.Plain;
import dev.svc.shared.text.Shown;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.util.regex.Pattern;

/// Validates a value by the kind of its variable.
final class Values {
    private static final Pattern PASSABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}\\*?");

    private Values() {}

    static void check(Variable variable, String text, Platform platform) {
        // No switch over types: every command comes here, and the JVM makes a class for such a switch at each start.
        if (variable.kind() instanceof Choice choice) {
            require(choice.allows(text), variable, text, "say " + choice.label());
        } else if (variable.kind() instanceof Bounded bounds) {
            checkNumber(variable, bounds, text);
        } else {
            checkPlain(variable, (Plain) variable.kind(), text, platform);
        }
    }

    private static void checkPlain(Variable variable, Plain plain, String text, Platform platform) {
        switch (plain) {
            case TEXT, SECRET, LABEL, LIST -> {}
            case NAMES ->
                require(
                        Config.split(text, ",").stream().allMatch(Values::isPassable),
                        variable,
                        text,
                        "say names of variables, or beginnings such as ACME_*, separated by commas and none of svc's own");
            case PATHS ->
                Config.split(text, File.pathSeparator)
                        .forEach(part -> checkPath(variable.variableName(), part, platform));
            case FLAG -> require(text.equals("0") || text.equals("1"), variable, text, "say 0 or 1");
            case ORIGIN ->
                require(
                        isOrigin(text),
                        variable,
                        text,
                        "say scheme and host and nothing behind, as in https://svc.example.org");
            case PATH -> checkPath(variable.variableName(), text, platform);
        }
    }

    static void checkPath(String variableName, String text, Platform platform) {
        try {
            platform.path(variableName, text);
        } catch (InvalidPathException invalid) {
            throw wrong(variableName, text, "that is no path");
        }
    }

    private static void checkNumber(Variable variable, Bounded bounds, String text) {
        if (bounds.wrong() != Wrong.REFUSED) {
            return;
        }
        try {
            long number = Long.parseLong(text);
            require(
                    number >= bounds.min() && number <= bounds.max(),
                    variable,
                    text,
                    "say a number, " + bounds.label());
        } catch (NumberFormatException noNumber) {
            throw wrong(variable, text, "say a number, " + bounds.label());
        }
    }

    static long number(Bounded bounds, String text, long otherwise) {
        try {
            long number = Long.parseLong(text);
            if (number >= bounds.min()) {
                return number;
            }
            return bounds.wrong() == Wrong.RAISED ? bounds.min() : otherwise;
        } catch (NumberFormatException noNumber) {
            return otherwise;
        }
    }

    private static boolean isOrigin(String text) {
        try {
            var uri = new URI(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && text.equals(uri.getScheme() + "://" + uri.getRawAuthority());
        } catch (URISyntaxException broken) {
            return false;
        }
    }

    /// A name or the beginning of one; never one of svc's own, which hold its secrets.
    private static boolean isPassable(String entry) {
        return PASSABLE.matcher(entry).matches() && !entry.startsWith("SVC_");
    }

    private static void require(boolean fine, Variable variable, String text, String wayOut) {
        if (!fine) {
            throw wrong(variable, text, wayOut);
        }
    }

    private static ConfigException wrong(Variable variable, String text, String wayOut) {
        boolean isSecret = variable.kind() == Plain.SECRET || variable == Variable.FORCE_PASSWORD_CHANGE;
        // A malformed origin may contain a name and a password.
        boolean mayHoldOne = isSecret || text.contains("@");
        return wrong(variable.variableName(), mayHoldOne ? "" : text, wayOut);
    }

    /// @param text empty where it may not be repeated
    private static ConfigException wrong(String variableName, String text, String wayOut) {
        String shown = text.isEmpty() ? "" : "=" + Shown.line(text);
        return new ConfigException("%s%s cannot be used: %s.".formatted(variableName, shown, wayOut));
    }
}
