package dev.svc.server.search;

/// Searching is switched off.
public final class SearchOffException extends Exception {
    private static final long serialVersionUID = 1;
}
