package dev.svc.server.push;

import java.time.LocalTime;

/// The time of day in which a device is told nothing, in the server's time zone; over midnight where it ends before it
/// begins.
///
/// @param from minutes of the day, included
/// @param to minutes of the day, not included
public record QuietHours(int from, int to) {
    private static final int DAY = 24 * 60;

    public QuietHours {
        if (!areFit(from, to)) {
            throw new IllegalArgumentException("no quiet hours");
        }
    }

    public static boolean areFit(int from, int to) {
        return from >= 0 && from < DAY && to >= 0 && to < DAY && from != to;
    }

    boolean contain(LocalTime time) {
        int now = time.getHour() * 60 + time.getMinute();
        return from < to ? now >= from && now < to : now >= from || now < to;
    }
}
