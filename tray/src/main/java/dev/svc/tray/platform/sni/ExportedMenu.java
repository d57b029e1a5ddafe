package dev.svc.tray.platform.sni;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.MenuItem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// The menu on the bus. Asked by the panel on the bus's threads, changed by the tray's.
final class ExportedMenu implements DbusMenu {
    static final String PATH = "/MenuBar";

    private final Consumer<Action> chosen;

    /// Guarded by `this`, as is `revision`.
    @GuardedBy("this")
    private MenuTree tree = new MenuTree(List.of());

    @GuardedBy("this")
    private List<MenuItem> items = List.of();

    @GuardedBy("this")
    private int revision;

    ExportedMenu(Consumer<Action> chosen) {
        this.chosen = chosen;
    }

    /// The number of the new state; nothing when it says the same as the one before.
    synchronized java.util.OptionalInt change(List<MenuItem> now) {
        if (now.equals(items)) {
            return java.util.OptionalInt.empty();
        }
        items = now;
        tree = new MenuTree(now);
        return java.util.OptionalInt.of(++revision);
    }

    private synchronized MenuTree tree() {
        return tree;
    }

    @Override
    public synchronized Two<UInt32, Node> getLayout(int parent, int depth, List<String> names) {
        return new Two<>(new UInt32(revision), tree.layout(parent, depth));
    }

    @Override
    public List<Properties> getGroupProperties(List<Integer> ids, List<String> names) {
        var now = tree();
        return (ids.isEmpty() ? now.ids() : ids)
                .stream().map(id -> new Properties(id, now.properties(id))).toList();
    }

    @Override
    public Variant<?> getProperty(int id, String name) {
        return tree().properties(id).getOrDefault(name, new Variant<>(""));
    }

    @Override
    public void event(int id, String type, Variant<?> data, UInt32 timestamp) {
        if (type.equals("clicked")) {
            tree().action(id).ifPresent(chosen);
        }
    }

    @Override
    public List<Integer> eventGroup(List<Happening> events) {
        events.forEach(each -> event(each.id(), each.type(), each.data(), each.timestamp()));
        return List.of();
    }

    @Override
    public boolean aboutToShow(int id) {
        return false;
    }

    @Override
    public Two<List<Integer>, List<Integer>> aboutToShowGroup(List<Integer> ids) {
        return new Two<>(List.of(), List.of());
    }

    @Override
    public UInt32 version() {
        return new UInt32(3);
    }

    @Override
    public String textDirection() {
        return "ltr";
    }

    @Override
    public String status() {
        return "normal";
    }

    @Override
    public List<String> iconThemePath() {
        return List.of();
    }

    @Override
    public String getObjectPath() {
        return PATH;
    }

    /// For tests of what a line looks like.
    Map<String, Variant<?>> properties(int id) {
        return tree().properties(id);
    }
}
