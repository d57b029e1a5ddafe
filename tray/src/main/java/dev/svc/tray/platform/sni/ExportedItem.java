package dev.svc.tray.platform.sni;

import dev.svc.tray.menu.IconKind;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import dev.svc.tray.platform.Art;
import dev.svc.tray.platform.Art.Ground;
import java.util.List;
import org.freedesktop.dbus.DBusPath;

/// The icon on the bus. Asked by the panel on the bus's threads, changed by the tray's.
final class ExportedItem implements StatusNotifierItem {
    static final String PATH = "/StatusNotifierItem";
    private static final int[] SIZES = {18, 22, 24, 32, 48};

    private final String name;
    private final Ground ground;
    private final Runnable activated;

    /// What is shown, one immutable value at a time; any thread.
    private volatile Face face = new Face(IconKind.of(TrayState.UNSEEN), Words.stateLine(TrayState.UNSEEN));

    /// Shape and words.
    record Face(IconKind kind, String words) {}

    /// Shows this.
    ///
    /// @param name what distinguishes it for the panel, the same at every start
    ExportedItem(String name, Ground ground, Runnable activated) {
        this.name = name;
        this.ground = ground;
        this.activated = activated;
    }

    Face face() {
        return face;
    }

    void show(Face now) {
        face = now;
    }

    @Override
    public void activate(int x, int y) {
        activated.run();
    }

    @Override
    public void secondaryActivate(int x, int y) {
        activated.run();
    }

    /// The panel draws the menu itself.
    @Override
    public void contextMenu(int x, int y) {}

    @Override
    public void scroll(int delta, String orientation) {}

    @Override
    public String category() {
        return "ApplicationStatus";
    }

    @Override
    public String id() {
        return name;
    }

    @Override
    public String title() {
        return "svc";
    }

    @Override
    public String status() {
        return face.kind() == IconKind.NEEDS_YOU ? "NeedsAttention" : "Active";
    }

    @Override
    public int windowId() {
        return 0;
    }

    @Override
    public String iconName() {
        return "";
    }

    @Override
    public List<Pixmap> iconPixmap() {
        return java.util.Arrays.stream(SIZES)
                .mapToObj(size -> Pixmap.of(Art.draw(face.kind(), ground, size)))
                .toList();
    }

    @Override
    public List<Pixmap> attentionIconPixmap() {
        return iconPixmap();
    }

    @Override
    public ToolTip toolTip() {
        Face now = face;
        return new ToolTip("", List.of(), "svc: " + now.kind().words(), now.words());
    }

    @Override
    public boolean itemIsMenu() {
        return false;
    }

    @Override
    public DBusPath menu() {
        return new DBusPath(ExportedMenu.PATH);
    }

    @Override
    public String getObjectPath() {
        return PATH;
    }
}
