package dev.svc.server.transcript.console;

import dev.svc.shared.text.PlainText;

/// Text of one style, without control sequences: every text passes through here on its way to a line, however it was
/// encoded.
record Run(String text, Style style) {
    Run {
        text = PlainText.of(text);
    }
}
