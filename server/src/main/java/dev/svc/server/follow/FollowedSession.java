package dev.svc.server.follow;

import dev.svc.server.session.SessionId;

/// A session whose turns are followed.
///
/// @param stamp changes whenever its log does; never [FollowMark#UNFINISHED]
/// @param live whether a program works on it now
public record FollowedSession(SessionId id, long stamp, boolean live) {}
