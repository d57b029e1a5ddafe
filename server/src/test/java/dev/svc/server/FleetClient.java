package dev.svc.server;

import dev.svc.shared.waiting.Waiting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Changes the sessions of one host, mostly on its own page, and logs which changes were acknowledged. It goes on
/// whatever fails, and looks at all pages meanwhile.
final class FleetClient {
    private static final int ELSEWHERE = 4;
    private static final int FAVOURITE = 6;
    private static final int UNAUTHENTICATED = 401;
    private static final int FORBIDDEN = 403;

    private final FleetSite owner;
    private final List<FleetSite> all;
    private final Random random;
    private final Semaphore wanted = new Semaphore(0);
    private final AtomicInteger left = new AtomicInteger();
    private final Thread thread;
    private final Map<String, List<String>> acknowledged = new TreeMap<>();
    private final Set<String> tried = new HashSet<>();

    FleetClient(FleetSite owner, List<FleetSite> all, long seed) {
        this.owner = owner;
        this.all = all;
        this.random = new Random(seed);
        this.thread = Thread.ofPlatform().daemon().name("client-" + owner.name).start(this::run);
    }

    /// Makes so many changes; returns at once.
    void change(int count) {
        left.addAndGet(count);
        wanted.release(count);
    }

    /// Until all of them are made, or were refused.
    void await() {
        Waiting.until(() -> left.get() == 0);
    }

    private void run() {
        try {
            while (true) {
                wanted.acquire();
                try {
                    change();
                    all.get(random.nextInt(all.size())).look();
                } finally {
                    left.decrementAndGet();
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void change() throws InterruptedException {
        var session = owner.sessions.get(random.nextInt(owner.sessions.size()));
        var page = random.nextInt(ELSEWHERE) == 0 ? all.get(random.nextInt(all.size())) : owner;
        if (random.nextInt(FAVOURITE) == 0) {
            var _ = isDone(page, session, random.nextBoolean() ? "favorite" : "unfavorite", "{}");
            return;
        }
        var title = "%s, %s, change %d".formatted(FleetHost.CANARY, owner.name, tried.size() + 1);
        tried.add(title);
        if (isDone(page, session, "rename", "{\"title\":\"%s\"}".formatted(title))) {
            acknowledged.computeIfAbsent(session, _ -> new ArrayList<>()).add(title);
        }
    }

    private boolean isDone(FleetSite page, String session, String what, String body) throws InterruptedException {
        var id = "engine_1:" + session + (page == owner ? "" : "@" + owner.name);
        try {
            int status = page.host
                    .change("POST", "/api/sessions/" + id + '/' + what, body)
                    .statusCode();
            if (status == UNAUTHENTICATED || status == FORBIDDEN) {
                page.host.enter(); // by the clock that was set, the login is over
            }
            return status == 200;
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception away) {
            return false; // killed before, or while it was done
        }
    }

    /// How many changes were acknowledged. While it rests, like what follows.
    int count() {
        return acknowledged.values().stream().mapToInt(List::size).sum();
    }

    /// What a journal has wrong.
    ///
    /// @param about where the titles come from
    /// @param titles as they stand there
    List<String> faults(String about, List<String> titles) {
        var faults = new ArrayList<String>();
        var once = new HashSet<String>();
        for (var title : titles) {
            if (!once.add(title)) {
                faults.add(about + ": doubled: " + title);
            } else if (title.contains(FleetHost.CANARY + ", " + owner.name) && !tried.contains(title)) {
                faults.add(about + ": invented: " + title);
            }
        }
        acknowledged.forEach((session, given) -> {
            var there = titles.stream().filter(new HashSet<>(given)::contains).toList();
            given.stream().filter(title -> !once.contains(title)).forEach(it -> faults.add(about + ": lost: " + it));
            if (once.containsAll(given) && !there.equals(given)) {
                faults.add(about + ": out of order: " + session);
            }
        });
        return faults;
    }

    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
