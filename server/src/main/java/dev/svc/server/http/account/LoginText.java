package dev.svc.server.http.account;

import dev.svc.shared.config.OwnCommand;
import java.util.Arrays;
import java.util.Locale;

/// The words of the login pages in the languages they come in.
public enum LoginText {
    ENGLISH("en") {
        @Override
        String of(Word word) {
            return word.english;
        }
    },
    GERMAN("de") {
        @Override
        String of(Word word) {
            return word.german;
        }
    };

    private final String tag;

    LoginText(String tag) {
        this.tag = tag;
    }

    /// One sentence or label.
    enum Word {
        SIGN_IN("Sign in", "Anmelden"),
        USER_NAME("User name", "Benutzername"),
        PASSWORD("Password", "Passwort"),
        FORGOTTEN("Forgotten it? Run this on the host:", "Vergessen? Auf dem Rechner ausführen:"),
        WRONG(
                "User name or password is not right. Try again, or reset it on the host.",
                "Benutzername oder Passwort stimmt nicht. Noch einmal versuchen oder auf dem Rechner zurücksetzen."),
        PASSKEY("Sign in with a passkey", "Mit einem Passkey anmelden"),
        NO_PASSKEY(
                "No passkey was used. Try again, or sign in with the password.",
                "Es wurde kein Passkey benutzt. Noch einmal versuchen oder mit dem Passwort anmelden."),
        WRONG_PASSKEY(
                "This passkey was not accepted. Try again, or sign in with the password.",
                "Dieser Passkey wurde nicht angenommen. Noch einmal versuchen oder mit dem Passwort anmelden."),
        CODE_TITLE("Two-factor code", "Zwei-Faktor-Code"),
        CODE("Six-digit code", "Sechsstelliger Code"),
        CODE_HINT(
                "From your authenticator app. A recovery code works here too.",
                "Aus der Authenticator-App. Ein Wiederherstellungscode geht hier auch."),
        WRONG_CODE(
                "That code is not right, or it was used already. Wait for the next one.",
                "Der Code stimmt nicht oder wurde schon benutzt. Auf den nächsten warten."),
        START_AGAIN(
                "That took too long or too many tries. Sign in again.",
                "Das waren zu viele Versuche oder zu viel Zeit. Bitte neu anmelden."),
        CONTINUE("Continue", "Weiter"),
        BACK("Back to sign in", "Zurück zur Anmeldung"),
        CHANGE_TITLE("Choose a new password", "Neues Passwort wählen"),
        FIRST_PASSWORD(
                "The first password was made for you. Choose your own to go on.",
                "Das erste Passwort war vorgegeben. Zum Weitermachen ein eigenes wählen."),
        CURRENT("Current password", "Jetziges Passwort"),
        NEW("New password", "Neues Passwort"),
        NEW_HINT("At least 12 characters.", "Mindestens 12 Zeichen."),
        ONCE_MORE("Once more", "Noch einmal"),
        SAVE("Save and go on", "Speichern und weiter"),
        WRONG_CURRENT("The current password is not right.", "Das jetzige Passwort stimmt nicht."),
        LENGTH("It needs 12 to 1024 characters.", "Es braucht 12 bis 1024 Zeichen."),
        SAME("This is the current password. Choose another.", "Das ist das jetzige Passwort. Ein anderes wählen."),
        DIFFER("The two new passwords differ.", "Die beiden neuen Passwörter sind verschieden."),
        WAIT("Too many attempts. Try again in %d seconds.", "Zu viele Versuche. In %d Sekunden noch einmal versuchen."),
        BROKEN(
                "The two-factor file on the host is damaged, so nobody can sign in. On the host, restore it or run: "
                        + OwnCommand.line("clear-2fa"),
                "Die Zwei-Faktor-Datei auf dem Rechner ist beschädigt, darum kann sich niemand anmelden. Auf dem"
                        + " Rechner wiederherstellen oder ausführen: " + OwnCommand.line("clear-2fa")),
        NOT_STORED(
                "The disk of the host took nothing, so nothing changed.",
                "Der Datenträger des Rechners nahm nichts an, darum blieb alles beim Alten."),
        NOT_DONE("That did not work", "Das ging nicht"),
        TRY_AGAIN("Try again", "Noch einmal versuchen");

        private final String english;
        private final String german;

        Word(String english, String german) {
            this.english = english;
            this.german = german;
        }
    }

    abstract String of(Word word);

    String tag() {
        return tag;
    }

    /// The first available language of the browser's list, else English.
    public static LoginText wantedBy(String acceptLanguage) {
        for (String part : acceptLanguage.toLowerCase(Locale.ROOT).split(",", -1)) {
            String language = part.strip().split("[-;]", -1)[0];
            var text = Arrays.stream(values())
                    .filter(known -> known.tag.equals(language))
                    .findFirst();
            if (text.isPresent()) {
                return text.get();
            }
        }
        return ENGLISH;
    }
}
