package dev.svc.server.found;

import dev.svc.server.metadata.fold.Organisation;

/// The setting that turns searching off, for those who have no service to ask.
public final class SearchSwitch {
    public static final String SECTION = "search";
    public static final String ENABLED = "enabled";

    private SearchSwitch() {}

    /// On by default.
    public static boolean isOff(Organisation organisation) {
        var set = organisation.setting(SECTION + "." + ENABLED);
        return set.isBoolean() && !set.booleanValue();
    }
}
