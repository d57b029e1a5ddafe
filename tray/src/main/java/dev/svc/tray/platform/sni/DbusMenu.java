package dev.svc.tray.platform.sni;

import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.Struct;
import org.freedesktop.dbus.Tuple;
import org.freedesktop.dbus.annotations.DBusBoundProperty;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.annotations.DBusProperty.Access;
import org.freedesktop.dbus.annotations.Position;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// The menu as a panel asks for it and draws it itself.
@DBusInterfaceName("com.canonical.dbusmenu")
public interface DbusMenu extends DBusInterface {
    /// The number of the menu as it is, and the part of it below a line.
    @DBusMemberName("GetLayout")
    Two<UInt32, Node> getLayout(int parent, int depth, List<String> names);

    @DBusMemberName("GetGroupProperties")
    List<Properties> getGroupProperties(List<Integer> ids, List<String> names);

    @DBusMemberName("GetProperty")
    Variant<?> getProperty(int id, String name);

    @DBusMemberName("Event")
    void event(int id, String type, Variant<?> data, UInt32 timestamp);

    @DBusMemberName("EventGroup")
    List<Integer> eventGroup(List<Happening> events);

    @DBusMemberName("AboutToShow")
    boolean aboutToShow(int id);

    /// Which lines changed since they were last shown, and which are unknown.
    @DBusMemberName("AboutToShowGroup")
    Two<List<Integer>, List<Integer>> aboutToShowGroup(List<Integer> ids);

    @DBusBoundProperty(name = "Version", access = Access.READ)
    UInt32 version();

    @DBusBoundProperty(name = "TextDirection", access = Access.READ)
    String textDirection();

    @DBusBoundProperty(name = "Status", access = Access.READ)
    String status();

    @DBusBoundProperty(name = "IconThemePath", access = Access.READ)
    List<String> iconThemePath();

    /// A line of the menu with those below it, each in a [Variant].
    final class Node extends Struct {
        @Position(0)
        private final int id;

        @Position(1)
        private final Map<String, Variant<?>> properties;

        @Position(2)
        private final List<Variant<?>> children;

        public Node(int id, Map<String, Variant<?>> properties, List<Variant<?>> children) {
            this.id = id;
            this.properties = properties;
            this.children = children;
        }

        public int id() {
            return id;
        }

        public Map<String, Variant<?>> properties() {
            return properties;
        }

        public List<Variant<?>> children() {
            return children;
        }
    }

    /// What one line looks like.
    final class Properties extends Struct {
        @Position(0)
        private final int id;

        @Position(1)
        private final Map<String, Variant<?>> properties;

        public Properties(int id, Map<String, Variant<?>> properties) {
            this.id = id;
            this.properties = properties;
        }

        public int id() {
            return id;
        }

        public Map<String, Variant<?>> properties() {
            return properties;
        }
    }

    /// What a person did to one line.
    final class Happening extends Struct {
        @Position(0)
        private final int id;

        @Position(1)
        private final String type;

        @Position(2)
        private final Variant<?> data;

        @Position(3)
        private final UInt32 timestamp;

        public Happening(int id, String type, Variant<?> data, UInt32 timestamp) {
            this.id = id;
            this.type = type;
            this.data = data;
            this.timestamp = timestamp;
        }

        public int id() {
            return id;
        }

        public String type() {
            return type;
        }

        public Variant<?> data() {
            return data;
        }

        public UInt32 timestamp() {
            return timestamp;
        }
    }

    /// Two answers at once; the library wants their types named where it is used.
    final class Two<A, B> extends Tuple {
        @Position(0)
        private final A first;

        @Position(1)
        private final B second;

        public Two(A first, B second) {
            this.first = first;
            this.second = second;
        }

        public A first() {
            return first;
        }

        public B second() {
            return second;
        }
    }

    /// The menu is another one.
    @DBusMemberName("LayoutUpdated")
    final class LayoutUpdated extends DBusSignal {
        public LayoutUpdated(String path, UInt32 revision, int parent) throws DBusException {
            super(path, revision, parent);
        }
    }
}
