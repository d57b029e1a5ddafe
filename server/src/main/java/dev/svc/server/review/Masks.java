package dev.svc.server.review;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Masks what looks like a secret, and every secret that this service holds itself. Recognises patterns, not meanings:
/// a plain-text password stays.
final class Masks {
    static final String MASK = "[masked]";

    /// Shorter ones would match ordinary words.
    private static final int LEAST_SECRET = 8;

    private final Supplier<Collection<String>> secrets;

    /// @param secrets masked wherever they occur
    Masks(Supplier<Collection<String>> secrets) {
        this.secrets = secrets;
    }

    /// A form that secrets have; group 1, where there is one, names the secret and stays.
    private static Pattern form(String expression) {
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }

    private static Pattern exact(String expression) {
        return Pattern.compile(expression);
    }

    /// Between a name and its value, in programs, settings and JSON inside JSON.
    private static final String IS = "\\\\{0,3}[\"']?\\s*(?::=|=>|[:=])\\s*";

    private static final String VALUE = "(?:\\\\{0,3}\"[^\"\\r\\n]{3,}\"|'[^'\\r\\n]{3,}'|[^\\s\"',;)}\\]]{6,})";

    private static final String END_OF_KEY = "-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----";

    private static final List<Pattern> FORMS = List.of(
            // Private keys: complete, without their end, and without their beginning.
            exact("-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----(?:[\\s\\S]{0,10000}?" + END_OF_KEY
                    + "|[A-Za-z0-9+/=\\s\\\\:,-]*+)"),
            exact("(?m)(?:^[ \\t]*+[A-Za-z0-9+/=]{4,100}+[ \\t]*+\\n){1,200}+[ \\t]*+" + END_OF_KEY),
            exact("AGE-SECRET-KEY-1[0-9A-Z]{20,}"),
            // Keys with a recognisable prefix.
            exact("\\bsk-[A-Za-z0-9_-]{12,}"),
            exact("\\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}"),
            exact("\\bwhsec_[A-Za-z0-9+/=]{10,}"),
            exact("\\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{16,}"),
            exact("\\bgithub_pat_[A-Za-z0-9_]{16,}"),
            exact("\\bgl[a-z]{2,6}-[A-Za-z0-9_-]{16,}"),
            exact("\\bxox[a-z]-[A-Za-z0-9-]{8,}"),
            exact("\\bxapp-[A-Za-z0-9-]{8,}"),
            exact("\\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{12,}"),
            exact("\\bAIza[0-9A-Za-z_-]{20,}"),
            exact("\\bya29\\.[0-9A-Za-z_-]{10,}"),
            exact("\\bGOCSPX-[0-9A-Za-z_-]{10,}"),
            exact(
                    "\\b(?:npm|hf|pypi|shpat|shpss|dapi|lin_api|nvapi|gsk|xai|pplx|tvly|r8|fo1|rnd|secret|ntn|figd|dckr_pat|sbp|sbp_oauth)[_-][A-Za-z0-9_-]{20,}"),
            exact("\\b(?:dop|doo|dor)_v1_[A-Za-z0-9]{20,}"),
            exact("\\bSG\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
            exact("\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}"),
            exact("\\bhooks\\.slack\\.com/services/[A-Za-z0-9/]+"),
            exact("\\bdiscord(?:app)?\\.com/api/webhooks/[A-Za-z0-9/_-]+"),
            exact("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?"),
            exact("pbkdf2_sha256\\$[0-9]+\\$[^\\s$]+\\$[A-Za-z0-9+/=_-]+"),
            form("\\botpauth://\\S+"),
            // A name or password in an address, and what follows the word that announces it.
            form("(\\b[a-z][a-z0-9+.-]{1,20}://)[^\\s/@:\"']*:[^\\s/@\"']+(?=@)"),
            form("(\\b(?:bearer|basic|token)\\s+)[A-Za-z0-9+/=._~-]{12,}"),
            form("((?:cookie|set-cookie)\\s*:\\s*)[^\\r\\n]+"),
            form("((?:authorization|x-api-key|api-key|x-auth-token)" + IS + ")" + VALUE),
            form(
                    "([a-z0-9_.-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|account[_-]?key"
                            + "|private[_-]?key|encryption[_-]?key|signing[_-]?key|credentials?)[a-z0-9_.-]{0,40}" + IS
                            + ")"
                            + VALUE),
            form("(\\s--?(?:password|passwd|passphrase|token|secret|api-key|apikey|pass)(?:\\s+|=))[^\\s\"']{3,}"),
            form("(\\sidentified\\s+by\\s+)['\"][^'\"]+['\"]"));

    /// The text with every secret in it replaced.
    String hide(String text) {
        var hidden = text;
        for (var secret : secrets.get()) {
            if (secret.length() >= LEAST_SECRET) {
                hidden = hidden.replace(secret, MASK);
            }
        }
        for (var form : FORMS) {
            hidden = form.matcher(hidden).replaceAll(found -> (found.groupCount() > 0 ? "$1" : "") + MASK);
        }
        return hidden;
    }
}
