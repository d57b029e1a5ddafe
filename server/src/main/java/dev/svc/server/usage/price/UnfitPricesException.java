package dev.svc.server.usage.price;

/// A table of prices that cannot be used; the message says why, as a sentence.
public final class UnfitPricesException extends Exception {
    private static final long serialVersionUID = 1;

    UnfitPricesException(String sentence) {
        super(sentence);
    }
}
