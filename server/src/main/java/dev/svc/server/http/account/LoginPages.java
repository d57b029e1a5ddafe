package dev.svc.server.http.account;

import dev.svc.server.auth.Account;
import dev.svc.server.http.account.LoginText.Word;
import dev.svc.server.http.gate.FormFields;
import dev.svc.shared.config.OwnCommand;
import org.jspecify.annotations.Nullable;

/// The pages before the login, complete without scripts. The one script offers passkeys.
///
/// Everything that is not a literal in this file goes through [#escaped].
public final class LoginPages {
    private static final String WARNING = "<path d=\"M8 2.25L14.25 13H1.75zM8 6.5v3M8 11.25v.01\"/></svg>";

    private static final String FOCUS = " autofocus";
    private static final String CURRENT = "type=\"password\" autocomplete=\"current-password\"" + FOCUS;
    private static final String WANTED = "type=\"password\" autocomplete=\"new-password\"";

    private final String place;
    private final String version;

    /// @param place what this installation is called, below the title
    LoginPages(String place, String version) {
        this.place = place;
        this.version = version;
    }

    /// The first page.
    ///
    /// @param passkeys whether there are any that let in
    String login(LoginText text, String token, ReturnPath next, String user, @Nullable String wrong, boolean passkeys) {
        String name =
                "autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\" value=\"" + escaped(user) + '"';
        String password = "type=\"password\" autocomplete=\"current-password\"";
        return page(
                text,
                Word.SIGN_IN,
                place,
                token,
                next.on("/login"),
                banner(wrong)
                        + field(text, Word.USER_NAME, "username", name + (user.isEmpty() ? FOCUS : ""), null, null)
                        + field(text, Word.PASSWORD, "password", password + (user.isEmpty() ? "" : FOCUS), null, null)
                        + button(text, Word.SIGN_IN)
                        + (passkeys ? passkey(text, next) : "")
                        + "<p class=\"hint\">" + escaped(text.of(Word.FORGOTTEN))
                        + "<br><code>" + escaped(OwnCommand.line("reset-password")) + "</code></p>\n");
    }

    /// A button that the script shows where the browser has passkeys; it carries the script's words.
    private static String passkey(LoginText text, ReturnPath next) {
        return "<button class=\"button button-quiet\" type=\"button\" id=\"passkey\" hidden data-post=\""
                + escaped(next.on("/login/passkey")) + "\" data-wrong=\"" + escaped(text.of(Word.WRONG_PASSKEY))
                + "\" data-none=\"" + escaped(text.of(Word.NO_PASSKEY))
                + "\" data-wait=\"" + escaped(text.of(Word.WAIT).formatted(0))
                + "\" data-broken=\"" + escaped(text.of(Word.BROKEN)) + "\">"
                + escaped(text.of(Word.PASSKEY)) + "</button>\n"
                + "<p class=\"banner\" id=\"passkey-wrong\" role=\"alert\" hidden></p>\n"
                + "<script src=\"" + LoginAsset.SCRIPT.path() + "\" defer></script>\n";
    }

    String code(LoginText text, String token, ReturnPath next, @Nullable String wrong) {
        String code = "class=\"mono code\" maxlength=\"64\" autocomplete=\"one-time-code\" autocapitalize=\"none\""
                + " spellcheck=\"false\"" + FOCUS;
        return page(
                text,
                Word.CODE_TITLE,
                place,
                token,
                next.on("/login/totp"),
                banner(wrong)
                        + field(text, Word.CODE, "code", code, text.of(Word.CODE_HINT), null)
                        + button(text, Word.CONTINUE)
                        + "<a href=\"/login\">" + escaped(text.of(Word.BACK)) + "</a>\n");
    }

    /// What was wrong with the form, each beside its field.
    record Wrong(
            @Nullable String current,
            @Nullable String wanted,
            @Nullable String confirm,
            @Nullable String whole) {
        static final Wrong NOTHING = new Wrong(null, null, null, null);
    }

    String changePassword(LoginText text, String token, Account account, Wrong wrong) {
        return page(
                text,
                Word.CHANGE_TITLE,
                account.changeForced() ? text.of(Word.FIRST_PASSWORD) : place,
                token,
                "/change-password",
                banner(wrong.whole())
                        + owner(account)
                        + field(text, Word.CURRENT, "current", CURRENT, null, wrong.current())
                        + field(text, Word.NEW, "new", WANTED, text.of(Word.NEW_HINT), wrong.wanted())
                        + field(text, Word.ONCE_MORE, "confirm", WANTED, null, wrong.confirm())
                        + button(text, Word.SAVE));
    }

    /// For a form that was refused before its page could read it.
    public static String refused(LoginText text, String sentence, String back) {
        return document(
                text,
                Word.NOT_DONE,
                "",
                "<div class=\"card\">\n" + head(text, Word.NOT_DONE, "") + banner(sentence) + "<a href=\""
                        + escaped(back) + "\">" + escaped(text.of(Word.TRY_AGAIN)) + "</a>\n</div>",
                "");
    }

    private String page(LoginText text, Word title, String below, String token, String action, String fields) {
        String meta = "<meta name=\"csrf-token\" content=\"" + escaped(token) + "\">\n";
        return document(
                text,
                title,
                meta,
                "<form class=\"card\" method=\"post\" action=\"" + escaped(action) + "\">\n"
                        + head(text, title, below)
                        + "<input type=\"hidden\" name=\"" + FormFields.CSRF_FIELD + "\" value=\"" + escaped(token)
                        + "\">\n"
                        + fields + "</form>",
                version);
    }

    private static String document(LoginText text, Word title, String meta, String card, String version) {
        return """
            <!doctype html>
            <html lang="%s">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            %s<title>svc: %s</title>
            <link rel="icon" href="/icon.svg" type="image/svg+xml">
            <link rel="stylesheet" href="%s">
            </head>
            <body class="door">
            <main class="middle">
            %s
            </main>
            <footer class="foot">svc %s</footer>
            </body>
            </html>
            """.formatted(
                        text.tag(), meta, escaped(text.of(title)), LoginAsset.STYLE.path(), card, escaped(version));
    }

    private static String head(LoginText text, Word title, String below) {
        return """
            <header class="head"><span class="brand"><svg viewBox="0 0 18 18" aria-hidden="true"><rect x="2" y="3" width="14" height="12" rx="2.5"/><path d="M5.25 7L7.5 9l-2.25 2M9.25 11.25h3.5"/></svg>svc</span>
            <div><h1>%s</h1><p class="secondary place">%s</p></div></header>
            """.formatted(escaped(text.of(title)), escaped(below));
    }

    /// Whose password it is, for programs that keep passwords.
    private static String owner(Account account) {
        return "<input name=\"username\" autocomplete=\"username\" value=\"" + escaped(account.name())
                + "\" readonly hidden>\n";
    }

    private static String banner(@Nullable String sentence) {
        return sentence == null
                ? ""
                : "<div class=\"banner\" role=\"alert\"><svg class=\"icon\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">"
                        + WARNING + "<span>" + escaped(sentence) + "</span></div>\n";
    }

    private static String field(
            LoginText text, Word label, String name, String attributes, @Nullable String hint, @Nullable String wrong) {
        boolean described = hint != null || wrong != null;
        return "<div class=\"field\"><label for=\"" + name + "\">" + escaped(text.of(label)) + "</label>"
                + "<input id=\"" + name + "\" name=\"" + name + "\" required " + attributes
                + (wrong == null ? "" : " aria-invalid=\"true\"")
                + (described ? " aria-describedby=\"" + name + "-note\"" : "") + ">"
                + note(name, hint, wrong) + "</div>\n";
    }

    private static String note(String name, @Nullable String hint, @Nullable String wrong) {
        if (wrong != null) {
            return "<p class=\"error-line\" id=\"" + name + "-note\" role=\"alert\">"
                    + "<svg class=\"icon icon-small\" viewBox=\"0 0 16 16\" aria-hidden=\"true\">" + WARNING
                    + "<span>" + escaped(wrong) + "</span></p>";
        }
        return hint == null ? "" : "<p class=\"hint\" id=\"" + name + "-note\">" + escaped(hint) + "</p>";
    }

    private static String button(LoginText text, Word label) {
        return "<button class=\"button\" type=\"submit\">" + escaped(text.of(label)) + "</button>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
