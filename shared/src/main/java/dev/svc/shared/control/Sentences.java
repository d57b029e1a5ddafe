package dev.svc.shared.control;

/// Turns what another program said into a part of our sentence.
final class Sentences {
    private Sentences() {}

    static String closed(String text) {
        if (text.isEmpty()) {
            return "it said nothing.";
        }
        return text.endsWith(".") ? text : text + ".";
    }
}
