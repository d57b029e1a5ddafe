package dev.svc.server.push;

import dev.svc.shared.text.PlainText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A browser that a person wants to be told in.
///
/// @param lastUsedAt when something was last sent to it; null where nothing was
/// @param quiet null where it is told at any time
/// @param hideContent it gets neither titles nor texts
public record PushDevice(
        String id,
        String name,
        PushAddress address,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable QuietHours quiet,
        boolean hideContent) {
    private static final int LONGEST_NAME = 60;

    /// A name for it, cleaned.
    static String name(String given) throws UnfitPushException {
        var name = PlainText.line(given).strip();
        if (name.isEmpty() || name.codePointCount(0, name.length()) > LONGEST_NAME) {
            throw new UnfitPushException("name", "A device has a name of 1 to %d characters.".formatted(LONGEST_NAME));
        }
        return name;
    }

    PushDevice named(String other) {
        return new PushDevice(id, other, address, createdAt, lastUsedAt, quiet, hideContent);
    }

    PushDevice at(PushAddress other) {
        return new PushDevice(id, name, other, createdAt, lastUsedAt, quiet, hideContent);
    }

    PushDevice used(Instant now) {
        return new PushDevice(id, name, address, createdAt, now, quiet, hideContent);
    }

    PushDevice quiet(@Nullable QuietHours other) {
        return new PushDevice(id, name, address, createdAt, lastUsedAt, other, hideContent);
    }

    PushDevice hideContent(boolean hidden) {
        return new PushDevice(id, name, address, createdAt, lastUsedAt, quiet, hidden);
    }
}
