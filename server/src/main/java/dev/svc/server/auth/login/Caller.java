package dev.svc.server.auth.login;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/// Who asks: the address closest to a person that can be trusted, and the name their program gives itself.
///
/// @param local a direct peer on this host, no proxy in between
public record Caller(InetAddress address, boolean local, String agent) {
    private static final int LONGEST_AGENT = 200;

    /// An IPv6 subscriber holds a whole /64: its addresses are one source.
    private static final int IPV6_PREFIX_BYTES = 8;

    public Caller {
        String plain = agent.replaceAll("\\p{Cntrl}", " ").strip();
        agent = plain.length() > LONGEST_AGENT ? plain.substring(0, LONGEST_AGENT) : plain;
    }

    /// The unit by which guesses are counted: an IPv4 address, an IPv6 /64, or this host, whose users can choose any
    /// local address.
    public String source() {
        return source(address);
    }

    public static String source(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return "loopback";
        }
        if (address instanceof Inet4Address) {
            return address.getHostAddress();
        }
        return Arrays.toString(Arrays.copyOf(address.getAddress(), IPV6_PREFIX_BYTES));
    }

    /// The address as text, without a scope.
    public String addressText() {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }
}
