package dev.svc.server.follow;

/// How far a projection has got with one session. The projection keeps it in the same place as what it derived, so that
/// both are lost or kept together.
///
/// @param turns how many turns it has taken
/// @param generation of the conversation before that turn, which tells whether it was rewritten since
/// @param extent how much of the log those turns say
/// @param stamp what the store said of the session when it was taken to its end; [#UNFINISHED] before that
public record FollowMark(int turns, long generation, long extent, long stamp) {
    public static final long UNFINISHED = 0;
}
