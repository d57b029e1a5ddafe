package dev.svc.server.update;

import java.util.Locale;

/// How far an update is. From [#FLIP] on, the new release is the current one.
public enum Step {
    CHECK("looking at the channel"),
    FETCH("fetching"),
    VERIFY("verifying"),
    BUILD("building"),
    TRY("trying it aside"),
    FLIP("making it the current one"),
    RESTART("restarting the service"),
    HEALTH("waiting until it is healthy"),
    TIDY("tidying up"),
    RETURN("returning to the former release");

    private final String doing;

    Step(String doing) {
        this.doing = doing;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String doing() {
        return doing;
    }

    boolean isBefore(Step other) {
        return compareTo(other) < 0;
    }
}
