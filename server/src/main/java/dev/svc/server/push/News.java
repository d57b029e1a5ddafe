package dev.svc.server.push;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import org.jspecify.annotations.Nullable;

/// What programs may follow along: told to the webhook alone, whoever looks at the session. Strings of strangers are
/// cleaned and cut here.
public sealed interface News {
    SessionId session();

    /// Of the session.
    String title();

    /// In the word that stands for it in a letter.
    String kind();

    /// A program does something else than before.
    record Doing(SessionId session, String title, Status before, Status now) implements News {
        public Doing {
            title = PushNotice.cut(title, PushNotice.LONGEST_TITLE);
        }

        @Override
        public String kind() {
            return "status";
        }
    }

    /// The review has said something of a session.
    ///
    /// @param reason why it needs somebody; null where it does not
    record Verdict(
            SessionId session,
            String title,
            boolean needsYou,
            String summary,
            @Nullable String reason) implements News {
        public Verdict {
            title = PushNotice.cut(title, PushNotice.LONGEST_TITLE);
            summary = PushNotice.cut(summary, PushNotice.LONGEST_BODY);
            reason = reason == null ? null : PushNotice.cut(reason, PushNotice.LONGEST_BODY);
        }

        @Override
        public String kind() {
            return "verdict";
        }
    }
}
