package dev.svc.server.usage;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sessions with what they used, models, limits, and what was said once. Guarded by the lock of its tally.
final class UsedSessions {
    /// A chain of sub-agents that is longer is a circle.
    private static final int DEEPEST = 20;

    private final LocalHours hours;
    private final InstantSource clock;
    private final Map<SessionId, SessionUse> byId = new HashMap<>();
    private final List<@Nullable SessionUse> byNumber = new ArrayList<>();
    private final List<String> models = new ArrayList<>();
    private final Map<String, Integer> modelNumbers = new HashMap<>();
    private final RecentCalls recent = new RecentCalls();
    private final KnownLimits limits = new KnownLimits();
    private final Set<String> said = new HashSet<>();

    /// Null after a session came, or got another parent.
    private @Nullable List<Part> parts;

    /// A session beside the one that it counts for.
    record Part(SessionUse root, SessionUse use) {}

    UsedSessions(LocalHours hours, InstantSource clock) {
        this.hours = hours;
        this.clock = clock;
    }

    void knows(SessionUse use) {
        byId.put(use.id, use);
        while (byNumber.size() <= use.number) {
            byNumber.add(null);
        }
        byNumber.set(use.number, use);
        parts = null;
    }

    Optional<SessionUse> find(SessionId session) {
        return Optional.ofNullable(byId.get(session));
    }

    Collection<SessionUse> all() {
        return byId.values();
    }

    void knowsModel(int number, String name) {
        while (models.size() <= number) {
            models.add("");
        }
        models.set(number, name);
        modelNumbers.put(name, number);
    }

    Optional<Integer> model(String name) {
        return Optional.ofNullable(modelNumbers.get(name));
    }

    String modelName(int number) {
        return models.get(number);
    }

    int models() {
        return models.size();
    }

    void add(Call call) {
        change(call, 1);
    }

    void remove(Call call) {
        change(call, -1);
    }

    private void change(Call call, int sign) {
        var use = call.session() < byNumber.size() ? byNumber.get(call.session()) : null;
        if (use == null || call.model() >= models.size()) {
            return;
        }
        int hour = hours.of(call.second());
        if (sign > 0) {
            use.add(call, hour);
        } else {
            use.remove(call, hour);
        }
        recent.add(call, sign, clock.instant().getEpochSecond());
    }

    /// The one of that number.
    Optional<SessionUse> numbered(int number) {
        return number < byNumber.size() ? Optional.ofNullable(byNumber.get(number)) : Optional.empty();
    }

    void parent(SessionUse use, @Nullable SessionId parent) {
        if (parent == null ? use.parent != null : !parent.equals(use.parent)) {
            use.parent = parent;
            parts = null;
        }
    }

    /// The session that another one counts for: the one that started it, and so on.
    SessionUse root(SessionUse use) {
        var root = use;
        for (int deep = 0; deep < DEEPEST && root.parent != null; deep++) {
            var parent = byId.get(root.parent);
            if (parent == null) {
                break;
            }
            root = parent;
        }
        return root;
    }

    /// All sessions, those that count for the same one beside each other.
    List<Part> parts() {
        var known = parts;
        if (known == null) {
            known = new ArrayList<>(byId.size());
            for (var use : byId.values()) {
                known.add(new Part(root(use), use));
            }
            known.sort(Comparator.comparingInt(part -> part.root().number));
            parts = known;
        }
        return known;
    }

    /// A session, and what counts for it.
    List<SessionUse> partsOf(SessionUse root) {
        var all = parts();
        int low = 0;
        int high = all.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.get(middle).root().number < root.number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        var found = new ArrayList<SessionUse>();
        for (int at = low; at < all.size() && all.get(at).root() == root; at++) {
            found.add(all.get(at).use());
        }
        return found;
    }

    RecentCalls recent() {
        return recent;
    }

    boolean limit(EngineKey engine, LimitNote note) {
        return limits.add(engine, note);
    }

    KnownLimits limits() {
        return limits;
    }

    void said(String what) {
        said.add(what);
    }

    boolean wasSaid(String what) {
        return said.contains(what);
    }
}
