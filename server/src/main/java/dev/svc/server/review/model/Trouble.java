package dev.svc.server.review.model;

import java.util.Arrays;
import java.util.Locale;

/// Why a call came to nothing, with the sentence for people.
public enum Trouble {
    UNREACHABLE("The endpoint does not answer: check its address, and that it runs.", true),
    CERTIFICATE("The endpoint's certificate is not trusted by this machine.", true),
    SLOW("The endpoint did not finish in time: raise the time limit, or choose a faster model.", true),
    REDIRECTED("The endpoint redirects elsewhere, which is never followed: enter the address it leads to.", true),
    UNAUTHORIZED("The endpoint does not accept the key: enter it again.", true),
    FORBIDDEN("The endpoint refuses this key: check what it may use.", true),
    NOT_FOUND("The endpoint knows no such address or model: the address usually ends with /v1.", true),
    RATE_LIMITED("The endpoint takes no more requests for now: the next ones wait.", true),
    REFUSED("The endpoint refused the request: check the model's name and how much text it takes.", false),
    BROKEN("The endpoint failed: look at its own log.", true),
    NOT_JSON("The endpoint answered with something that is no JSON: is this the address of its interface?", true),
    TOO_LARGE("The endpoint's answer was too large and was cut off.", true),
    UNEXPECTED("The endpoint answered JSON of another form than chat completions have.", true),
    NO_REVIEW("The model did not answer with the JSON object it was asked for; the former review stays.", false),
    NOTHING_TO_SEND("The session has no text yet.", false),
    NOT_STORED("The review could not be stored: is the disk full?", true),
    STOPPED("Stopped before it was done.", true),
    INTERNAL("Something went wrong; the server's log says what.", false);

    private final String sentence;
    private final boolean ofEveryCall;

    Trouble(String sentence, boolean ofEveryCall) {
        this.sentence = sentence;
        this.ofEveryCall = ofEveryCall;
    }

    /// By its word; one that a newer version wrote is as good as unknown.
    public static Trouble of(String word) {
        return Arrays.stream(values())
                .filter(trouble -> trouble.word().equals(word))
                .findFirst()
                .orElse(INTERNAL);
    }

    public String sentence() {
        return sentence;
    }

    /// The stable machine word.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether the next call would fail the same way, so that it can be skipped.
    public boolean isOfEveryCall() {
        return ofEveryCall;
    }
}
