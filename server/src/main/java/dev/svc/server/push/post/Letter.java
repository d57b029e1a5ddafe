package dev.svc.server.push.post;

import java.util.function.Consumer;
import java.util.function.Supplier;

/// One notice on its way to one place.
///
/// @param to the id of the place
/// @param host as people may read it in a log
/// @param tag a newer letter to the same place with the same tag takes its place
/// @param request made anew for each try
/// @param then hears what became of it in the end
public record Letter(String to, String host, String tag, Supplier<Outgoing> request, Consumer<Posted> then) {
    String key() {
        return to + " " + tag;
    }
}
