package dev.svc.server.transcript.console;

import dev.svc.shared.text.PlainText;

/// Text of one style, without anything that a terminal would take for a command: here all text passes on its way to a
/// line, whatever it was decoded from.
record Run(String text, Style style) {
    Run {
        text = PlainText.of(text);
    }
}
