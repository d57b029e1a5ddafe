package dev.svc.shared.live;

import java.time.Instant;

/// A session whose program runs.
///
/// @param id as it stands in the page's addresses
/// @param title never empty: the id where there is no better one
/// @param place the last part of its folder
/// @param since when the status began, or the question came up
/// @param question what a waiting program asks; empty where that is not known
public record LiveSession(String id, String title, String place, Status status, Instant since, String question) {

    /// What the program is doing.
    public enum Status {
        IDLE,
        WORKING,
        WAITING
    }
}
