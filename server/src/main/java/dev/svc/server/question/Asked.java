package dev.svc.server.question;

import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import java.time.Instant;

/// What a channel has heard.
///
/// @param key names the question in its channel
/// @param since when it came up; two of one channel with the same time are one that is drawn differently
/// @param outside svc did not start the program, and cannot answer it
public record Asked(
        SessionId session,
        AnswerChannel channel,
        String key,
        Ask ask,
        Instant since,
        boolean outside,
        Answerer answerer) {}
