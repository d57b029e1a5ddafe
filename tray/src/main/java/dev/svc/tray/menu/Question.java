package dev.svc.tray.menu;

/// Something that is explained, asked twice and then done.
///
/// @param explanation what it does and what it does not
/// @param again the second question
/// @param button that does it
public record Question(String title, String explanation, String again, String button) {

    public static final Question CLEAR_TWO_FACTOR = new Question(
            "Turn two-factor off",
            "For when phone and recovery codes are lost. Two-factor is turned off on this host: from then on the password"
                    + " alone opens svc. Every login ends within a second. Programs in terminals run on. The journal"
                    + " records it. Turn two-factor on again in Settings, Security.",
            "Turn two-factor off now? Until it is on again, whoever has the password gets in.",
            "Turn two-factor off");

    public static final Question RESET_PASSWORD = new Question(
            "Make a new password",
            "For when the password is lost. A new random password is made on this host and shown once, here. The old one"
                    + " stops working and every login ends within a second. Two-factor stays as it is. Programs in"
                    + " terminals run on. The journal records it, never the password.",
            "Replace the password now? The old one cannot be had back.",
            "Make a new password");

    public static Question goBack(String version) {
        return new Question(
                "Go back to " + version,
                "The version before this one is tried aside, then svc is started with it. Programs in terminals run on, and"
                        + " nothing you made is lost. It can be updated again at any time.",
                "Go back to %s now?".formatted(version),
                "Go back");
    }

    public static Question update(String version) {
        return new Question(
                "Update to " + version,
                "The new version is fetched, built and tried aside, then svc is restarted with it. Programs in terminals"
                        + " run on. If it is not healthy within a minute, the version of now comes back by itself.",
                "Begin the update to %s now?".formatted(version),
                "Update");
    }
}
