package dev.svc.server.fleet.view;

import dev.svc.server.fleet.wire.FieldsWriter;
import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.fleet.wire.WireFields;
import dev.svc.shared.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/// What a host says of itself every few seconds.
///
/// @param version of its svc
/// @param address where its page is; null when it does not say
/// @param leaving whether it stops now
/// @param synced whether the broker has all of its rows, and no others
public record Presence(String version, @Nullable String address, boolean leaving, boolean synced) {
    private static final int VERSION = 1;
    private static final int ADDRESS = 2;
    private static final int LEAVING = 3;
    private static final int SYNCED = 4;
    private static final int LARGEST = 4_096;
    private static final int LONGEST = 300;

    public byte[] written() {
        return new FieldsWriter()
                .text(VERSION, version)
                .text(ADDRESS, address)
                .flag(LEAVING, leaving)
                .flag(SYNCED, synced)
                .written();
    }

    /// Reads what a host said; an address that no browser should open is left out.
    public static Presence read(byte[] written) throws MalformedException {
        var fields = WireFields.parse(written, LARGEST);
        var version = fields.text(VERSION, LONGEST);
        return new Presence(
                version == null ? "" : PlainText.line(version),
                address(fields.text(ADDRESS, LONGEST)),
                fields.flag(LEAVING),
                fields.flag(SYNCED));
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
