package dev.svc.server.terminal.relief;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.channels.SocketChannel;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Open sockets on their way from one process to another, which the JDK has no words for: Linux on 64 bits alone.
///
/// A socket that was passed on is the same socket: what its sender did not read is read by its receiver, and the other
/// end notices nothing.
final class Descriptors {
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;
    private static final int O_CLOEXEC = 0x80000;

    // struct msghdr: name, its length, vectors, how many, control, its length, flags.
    private static final long HEADER = 56;
    private static final long VECTORS_AT = 16;
    private static final long VECTOR_COUNT_AT = 24;
    private static final long CONTROL_AT = 32;
    private static final long CONTROL_LENGTH_AT = 40;

    // struct cmsghdr with one descriptor: length, level, type, number, and what makes it even.
    private static final long CONTROL = 24;
    private static final long CONTROL_USED = 20;
    private static final long LEVEL_AT = 8;
    private static final long TYPE_AT = 12;
    private static final long NUMBER_AT = 16;

    /// The functions of the system, looked up when the first of them is needed.
    private static final class Calls {
        private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
        private static final MethodHandle SEND = system("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
        private static final MethodHandle RECEIVE = system("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
        private static final MethodHandle PUT = system("dup3", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
        private static final MethodHandle CLOSE = system("close", JAVA_INT, JAVA_INT);
        private static final MethodHandle OWN_SESSION = system("setsid", JAVA_INT);

        private Calls() {}

        /// Restricted, as every call of native code is; the flags of the JVM allow it.
        @SuppressWarnings("restricted")
        private static MethodHandle system(String name, ValueLayout result, ValueLayout... arguments) {
            var linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow(name),
                    FunctionDescriptor.of(result, arguments),
                    Linker.Option.captureCallState("errno"));
        }
    }

    private Descriptors() {}

    /// Whether sockets can be passed on here.
    static boolean canTravel() {
        return System.getProperty("os.name", "").equals("Linux")
                && ADDRESS.byteSize() == JAVA_LONG.byteSize()
                && numberOf() != null;
    }

    private static @Nullable Method numberOf() {
        try {
            var numbered = Class.forName("sun.nio.ch.SelChImpl");
            boolean open = numbered.getModule().isExported("sun.nio.ch", Descriptors.class.getModule());
            return open ? numbered.getMethod("getFDVal") : null;
        } catch (ReflectiveOperationException changed) {
            return null;
        }
    }

    /// The number of a channel's socket in this process.
    private static int number(SocketChannel channel) throws IOException {
        var method = numberOf();
        try {
            if (method != null && channel.isOpen() && method.invoke(channel) instanceof Integer number) {
                return number;
            }
        } catch (ReflectiveOperationException refused) {
            throw new IOException("a channel does not say its number", refused);
        }
        throw new IOException("a channel has no number");
    }

    /// Sends a text, and a socket with it.
    ///
    /// @param passed stays open here as well
    static void send(SocketChannel way, byte[] text, SocketChannel passed) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var control = arena.allocate(CONTROL, ADDRESS.byteAlignment());
            var header = header(arena, arena.allocateFrom(JAVA_BYTE, text), control);
            control.set(JAVA_LONG, 0, CONTROL_USED);
            control.set(JAVA_INT, LEVEL_AT, SOL_SOCKET);
            control.set(JAVA_INT, TYPE_AT, SCM_RIGHTS);
            control.set(JAVA_INT, NUMBER_AT, number(passed));
            long sent = call(Calls.SEND, number(way), header, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent != text.length) {
                throw new IOException("a socket could not be passed on whole");
            }
        }
    }

    /// What was received at once.
    ///
    /// @param length of the text; -1 at the end
    record Received(int length, OptionalInt passed) {}

    /// Receives what is there; the channel must be ready.
    static Received receive(SocketChannel way, byte[] into) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(into.length);
            var control = arena.allocate(CONTROL, ADDRESS.byteAlignment());
            var header = header(arena, text, control);
            long length = call(Calls.RECEIVE, number(way), header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
            MemorySegment.copy(text, JAVA_BYTE, 0, into, 0, (int) Math.max(0, length));
            return new Received(length == 0 ? -1 : (int) length, passed(header, control));
        }
    }

    private static OptionalInt passed(MemorySegment header, MemorySegment control) {
        if (header.get(JAVA_LONG, CONTROL_LENGTH_AT) < CONTROL_USED) {
            return OptionalInt.empty();
        }
        return control.get(JAVA_INT, LEVEL_AT) == SOL_SOCKET && control.get(JAVA_INT, TYPE_AT) == SCM_RIGHTS
                ? OptionalInt.of(control.get(JAVA_INT, NUMBER_AT))
                : OptionalInt.empty();
    }

    private static MemorySegment header(Arena arena, MemorySegment text, MemorySegment control) {
        var vector = arena.allocate(ADDRESS.byteSize() * 2, ADDRESS.byteAlignment());
        vector.set(ADDRESS, 0, text);
        vector.set(JAVA_LONG, ADDRESS.byteSize(), text.byteSize());
        var header = arena.allocate(HEADER, ADDRESS.byteAlignment());
        header.set(ADDRESS, VECTORS_AT, vector);
        header.set(JAVA_LONG, VECTOR_COUNT_AT, 1);
        header.set(ADDRESS, CONTROL_AT, control);
        header.set(JAVA_LONG, CONTROL_LENGTH_AT, CONTROL);
        return header;
    }

    /// Makes a received socket that of a connected channel, whose own is closed by that.
    static void put(int received, SocketChannel channel) throws IOException {
        try {
            call(Calls.PUT, received, number(channel), O_CLOEXEC);
        } finally {
            close(received);
        }
    }

    static void close(int received) throws IOException {
        call(Calls.CLOSE, received);
    }

    /// Leaves the terminal and the process group of the parent: what interrupts these does not end this process.
    static void beginOwnSession() {
        try {
            call(Calls.OWN_SESSION);
        } catch (IOException leadsOne) {
            // a leader of a group is in nobody else's
        }
    }

    private static long call(MethodHandle function, Object... arguments) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(Calls.STATE);
            var all = new Object[arguments.length + 1];
            all[0] = state;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            long result = ((Number) function.invokeWithArguments(all)).longValue();
            if (result < 0) {
                int number = state.get(JAVA_INT, 0);
                throw new IOException("the system refused it (error " + number + ")");
            }
            return result;
        } catch (IOException | RuntimeException | Error known) {
            throw known;
        } catch (Throwable unknown) {
            throw new IOException(unknown);
        }
    }
}
