package dev.svc.server.mask;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
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

    /// The text with every secret in it replaced.
    public String hide(String text) {
        return hide(text, _ -> {});
    }

    /// The same.
    ///
    /// @param noted hears of each one, in no order, and never what it was
    public String hide(String text, Consumer<Secret> noted) {
        var hidden = text;
        for (var secret : secrets.get()) {
            if (secret.length() >= LEAST_SECRET && hidden.contains(secret)) {
                hidden = hidden.replace(secret, MASK);
                noted.accept(Secret.OWN);
            }
        }
        for (var form : FORMS) {
            if (form.kind() == Secret.PRIVATE_KEY && !hidden.contains("KEY")) {
                continue; // the most expensive ones, and rarely of use
            }
            hidden = form.pattern().matcher(hidden).replaceAll(found -> {
                if (isMasked(found)) { // another form has seen to it
                    return Matcher.quoteReplacement(found.group());
                }
                noted.accept(form.kind());
                return (found.groupCount() > 0 ? "$1" : "") + MASK;
            });
        }
        return hidden;
    }

    private static boolean isMasked(MatchResult found) {
        int name = found.groupCount() > 0 ? found.end(1) - found.start() : 0;
        return MASKED.matcher(found.group().substring(name)).matches();
    }
}
