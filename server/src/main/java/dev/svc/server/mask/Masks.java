package dev.svc.server.mask;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Masks what looks like a secret, and every secret that this service holds itself. Recognises patterns, not meanings:
/// a plain-text password stays.
public final class Masks {
    public static final String MASK = "[masked]";

    /// Shorter ones would match ordinary words.
    private static final int LEAST_SECRET = 8;

    private final Supplier<Collection<String>> secrets;

    /// @param secrets masked wherever they occur
    public Masks(Supplier<Collection<String>> secrets) {
        this.secrets = secrets;
    }

    /// A form that secrets have; group 1, where there is one, names the secret and stays.
    /// A value that is nothing but the mask; what ends one may have been left out of the match.
    private static final Pattern MASKED = Pattern.compile("[\\\\\"']*\\[masked]?[\\\\\"']*");

    private record Form(Secret kind, Pattern pattern) {}

    private static Form form(Secret kind, String expression) {
        return new Form(kind, Pattern.compile(expression, Pattern.CASE_INSENSITIVE));
    }

    private static Form exact(Secret kind, String expression) {
        return new Form(kind, Pattern.compile(expression));
    }

    /// Between a name and its value, in programs, settings and JSON inside JSON.
    private static final String IS = "\\\\{0,3}[\"']?\\s*(?::=|=>|[:=])\\s*";

    private static final String VALUE = "(?:\\\\{0,3}\"[^\"\\r\\n]{3,}\"|'[^'\\r\\n]{3,}'|[^\\s\"',;)}\\]]{6,})";

    private static final String END_OF_KEY = "-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----";

    private static final List<Form> FORMS = List.of(
            // Private keys: complete, without their end, and without their beginning.
            exact(
                    Secret.PRIVATE_KEY,
                    "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----(?:[\\s\\S]{0,10000}?" + END_OF_KEY
                            + "|[A-Za-z0-9+/=\\s\\\\:,-]*+)"),
            exact(
                    Secret.PRIVATE_KEY,
                    "(?m)(?:^[ \\t]*+[A-Za-z0-9+/=]{4,100}+[ \\t]*+\\n){1,200}+[ \\t]*+" + END_OF_KEY),
            exact(Secret.PRIVATE_KEY, "AGE-SECRET-KEY-1[0-9A-Z]{20,}"),
            // Keys with a recognisable prefix.
            exact(Secret.KEY, "\\bsk-[A-Za-z0-9_-]{12,}"),
            exact(Secret.KEY, "\\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}"),
            exact(Secret.KEY, "\\bwhsec_[A-Za-z0-9+/=]{10,}"),
            exact(Secret.KEY, "\\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{16,}"),
            exact(Secret.KEY, "\\bgithub_pat_[A-Za-z0-9_]{16,}"),
            exact(Secret.KEY, "\\bgl[a-z]{2,6}-[A-Za-z0-9_-]{16,}"),
            exact(Secret.KEY, "\\bxox[a-z]-[A-Za-z0-9-]{8,}"),
            exact(Secret.KEY, "\\bxapp-[A-Za-z0-9-]{8,}"),
            exact(Secret.KEY, "\\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{12,}"),
            exact(Secret.KEY, "\\bAIza[0-9A-Za-z_-]{20,}"),
            exact(Secret.KEY, "\\bya29\\.[0-9A-Za-z_-]{10,}"),
            exact(Secret.KEY, "\\bGOCSPX-[0-9A-Za-z_-]{10,}"),
            exact(
                    Secret.KEY,
                    "\\b(?:npm|hf|pypi|shpat|shpss|dapi|lin_api|nvapi|gsk|xai|pplx|tvly|r8|fo1|rnd|secret|ntn|figd|dckr_pat|sbp|sbp_oauth)[_-][A-Za-z0-9_-]{20,}"),
            exact(Secret.KEY, "\\b(?:dop|doo|dor)_v1_[A-Za-z0-9]{20,}"),
            exact(Secret.KEY, "\\bSG\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
            exact(Secret.KEY, "\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"),
            exact(Secret.KEY, "\\bhooks\\.slack\\.com/services/[A-Za-z0-9/]+"),
            exact(Secret.KEY, "\\bdiscord(?:app)?\\.com/api/webhooks/[A-Za-z0-9/_-]+"),
            exact(Secret.KEY, "\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?"),
            exact(Secret.PASSWORD, "pbkdf2_sha256\\$[0-9]+\\$[^\\s$]+\\$[A-Za-z0-9+/=_-]+"),
            form(Secret.PASSWORD, "\\botpauth://\\S+"),
            // A name or password in an address, and what follows the word that announces it.
            form(Secret.ADDRESS, "(\\b[a-z][a-z0-9+.-]{1,20}://)[^\\s/@:\"']*:[^\\s/@\"']+(?=@)"),
            form(Secret.HEADER, "(\\b(?:bearer|basic|token)\\s+)[A-Za-z0-9+/=._~-]{12,}"),
            form(Secret.HEADER, "((?:cookie|set-cookie)\\s*:\\s*)[^\\r\\n]+"),
            form(Secret.HEADER, "((?:authorization|x-api-key|api-key|x-auth-token)" + IS + ")" + VALUE),
            form(
                    Secret.NAMED,
                    "((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key"
                            + "|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)[a-z0-9_.-]{0,40}" + IS
                            + ")"
                            + VALUE),
            form(
                    Secret.NAMED,
                    "(\\s--?(?:password|passwd|passphrase|token|secret|api-key|apikey|pass)(?:\\s+|=))[^\\s\"']{3,}"),
            form(Secret.NAMED, "(\\sidentified\\s+by\\s+)['\"][^'\"]+['\"]"));

    /// Hears of a secret, and never what it was.
    @FunctionalInterface
    public interface Noted {
        /// A secret was masked.
        ///
        /// @param line where it begins
        void masked(Secret kind, int line);
    }

    /// What stands in the place of a secret.
    private interface StandIn {
        String of(Secret kind, int from, int to);
    }

    /// The text with every secret in it replaced.
    public String hide(String text) {
        return hide(text, _ -> {});
    }

    /// The same.
    ///
    /// @param noted hears of each one, in no order
    public String hide(String text, Consumer<Secret> noted) {
        return replace(text, _ -> (kind, _, _) -> {
            noted.accept(kind);
            return MASK;
        });
    }

    /// The same for lines, which stay as many: a secret of several lines is masked in each of them.
    ///
    /// @param lines without line feeds
    public List<String> hide(List<String> lines, Noted noted) {
        var hidden = replace(String.join("\n", lines), text -> {
            var seen = new LinesSeen(text);
            return (kind, from, to) -> {
                int line = seen.before(from);
                noted.masked(kind, line);
                return MASK + ("\n" + MASK).repeat(seen.before(to) - line);
            };
        });
        return List.of(hidden.split("\n", -1));
    }

    /// Counts the line feeds of a text from its beginning to its end, once. Owned by one search.
    private static final class LinesSeen {
        private final String text;
        private int at;
        private int count;

        LinesSeen(String text) {
            this.text = text;
        }

        /// @param place not before the one asked for last
        int before(int place) {
            for (; at < place; at++) {
                count += text.charAt(at) == '\n' ? 1 : 0;
            }
            return count;
        }
    }

    private String replace(String text, Function<String, StandIn> standIns) {
        var hidden = text;
        for (var secret : secrets.get()) {
            if (secret.length() >= LEAST_SECRET && hidden.contains(secret)) {
                hidden = replace(hidden, new Form(Secret.OWN, Pattern.compile(secret, Pattern.LITERAL)), standIns);
            }
        }
        for (var form : FORMS) {
            if (form.kind() == Secret.PRIVATE_KEY && !hidden.contains("KEY")) {
                continue; // the most expensive ones, and rarely of use
            }
            hidden = replace(hidden, form, standIns);
        }
        return hidden;
    }

    private static String replace(String text, Form form, Function<String, StandIn> standIns) {
        var standIn = standIns.apply(text);
        return form.pattern().matcher(text).replaceAll(found -> {
            int value = found.groupCount() > 0 ? found.end(1) : found.start();
            var kept = MASKED.matcher(text.substring(value, found.end())).matches() // another form has seen to it
                    ? found.group()
                    : text.substring(found.start(), value) + standIn.of(form.kind(), value, found.end());
            return Matcher.quoteReplacement(kept);
        });
    }
}
