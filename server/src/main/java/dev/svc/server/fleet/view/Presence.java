package dev.svc.server.fleet.view;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.shared.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a host says of itself every few seconds.
///
/// @param version of its svc
/// @param address where its page is; null when it does not say
/// @param allows what it lets others do
/// @param leaving whether it stops now
/// @param synced whether the broker has all of its rows, and no others
/// @param door what calls to it have to name just now; null when it takes none
public record Presence(
        String version,
        @Nullable String address,
        Allowance allows,
        boolean leaving,
        boolean synced,
        @Nullable String door) {
    private static final int VERSION = 1;
    private static final int ADDRESS = 2;
    private static final int LEAVING = 3;
    private static final int SYNCED = 4;
    private static final int ALLOWS = 5;
    private static final int DOOR = 6;
    private static final Pattern FIT_DOOR = Pattern.compile("[0-9a-f]{32}");
    private static final int LARGEST = 4_096;
    private static final int LONGEST = 300;

    /// Of a host that has just started.
    public Presence(String version, @Nullable String address, Allowance allows) {
        this(version, address, allows, false, false, null);
    }

    /// The same host a moment later.
    public Presence now(boolean isLeaving, boolean isSynced, @Nullable String newDoor) {
        return new Presence(version, address, allows, isLeaving, isSynced, newDoor);
    }

    public byte[] written() {
        return new FieldsWriter()
                .text(VERSION, version)
                .text(ADDRESS, address)
                .flag(LEAVING, leaving)
                .flag(SYNCED, synced)
                .text(ALLOWS, allows.word())
                .text(DOOR, door)
                .written();
    }

    /// Reads what a host said; an address that no browser should open is left out.
    public static Presence read(byte[] written) throws MalformedException {
        var fields = WireFields.parse(written, LARGEST);
        var version = fields.text(VERSION, LONGEST);
        var allows = fields.text(ALLOWS, LONGEST);
        var door = fields.text(DOOR, LONGEST);
        return new Presence(
                version == null ? "" : PlainText.line(version),
                address(fields.text(ADDRESS, LONGEST)),
                Allowance.of(allows == null ? "" : allows),
                fields.flag(LEAVING),
                fields.flag(SYNCED),
                door != null && FIT_DOOR.matcher(door).matches() ? door : null);
    }

    private static @Nullable String address(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            var url = new URI(text);
            boolean isWeb = "https".equals(url.getScheme()) || "http".equals(url.getScheme());
            return isWeb && url.getHost() != null && url.getUserInfo() == null ? url.toString() : null;
        } catch (URISyntaxException broken) {
            return null;
        }
    }
}
