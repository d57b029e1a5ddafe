package dev.svc.server.http.question;

import java.util.List;
import java.util.Map;

/// What a browser runs on, in words for a receipt. What it says of itself is not trusted: one of few words comes out.
final class Device {
    private static final List<Map.Entry<String, String>> BROWSERS = List.of(
            Map.entry("Edg/", "Edge"),
            Map.entry("Firefox/", "Firefox"),
            Map.entry("FxiOS/", "Firefox"),
            Map.entry("CriOS/", "Chrome"),
            Map.entry("Chrome/", "Chrome"),
            Map.entry("Safari/", "Safari"));
    private static final List<Map.Entry<String, String>> SYSTEMS = List.of(
            Map.entry("iPhone", "iPhone"),
            Map.entry("iPad", "iPad"),
            Map.entry("Android", "Android"),
            Map.entry("Windows", "Windows"),
            Map.entry("Macintosh", "Mac"),
            Map.entry("CrOS", "ChromeOS"),
            Map.entry("Linux", "Linux"));

    private Device() {}

    static String of(String agent) {
        var browser = find(BROWSERS, agent, "A browser");
        var system = find(SYSTEMS, agent, "");
        return system.isEmpty() ? browser : browser + " on " + system;
    }

    private static String find(List<Map.Entry<String, String>> signs, String agent, String otherwise) {
        return signs.stream()
                .filter(it -> agent.contains(it.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(otherwise);
    }
}
