package dev.svc.server.usage;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Numbers the hours of a place, as its clocks show them, since 1970. Where clocks are put back an hour has two.
record LocalHours(ZoneId zone) {
    static final int SECONDS = 3_600;

    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuu-MM-dd");

    int of(long second) {
        long local = second
                + zone.getRules().getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
        return (int) Math.floorDiv(local, SECONDS);
    }

    int of(Instant time) {
        return of(time.getEpochSecond());
    }

    /// The first hour that is not before the time.
    int notBefore(Instant time) {
        int hour = of(time);
        return start(hour).isBefore(time) ? hour + 1 : hour;
    }

    /// The hour that the day of this time began with.
    int midnight(Instant time) {
        return day(of(time)) * UsageSum.HOURS_A_DAY;
    }

    static int day(int hour) {
        return Math.floorDiv(hour, UsageSum.HOURS_A_DAY);
    }

    Instant start(int hour) {
        return local(hour).atZone(zone).toInstant();
    }

    private static LocalDateTime local(int hour) {
        return LocalDateTime.ofEpochSecond((long) hour * SECONDS, 0, ZoneOffset.UTC);
    }

    static String hourName(int hour) {
        return local(hour).format(HOUR);
    }

    static String dayName(int day) {
        return local(day * UsageSum.HOURS_A_DAY).format(DAY);
    }
}
