package dev.svc.shared.control;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.net.URI;

/// Where the service of a home answers on this host.
public final class Address {
    private Address() {}

    /// Where to ask for it.
    ///
    /// @param port the one it bound; 0 for the one that is set
    static URI of(Config config, int port) {
        return URI.create("http://%s:%d".formatted(host(config), port == 0 ? config.number(Variable.PORT) : port));
    }

    /// A service that binds to every address is asked on loopback.
    private static String host(Config config) {
        String host = config.text(Variable.HOST);
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "[::]", "0:0:0:0:0:0:0:0" -> "[::1]";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }

    /// What a browser opens, whether the service runs or not.
    public static URI page(Config config) {
        int port = Holder.read(config.home().processLock()).map(Holder::port).orElse(0);
        return page(config, of(config, port));
    }

    /// What a browser opens: the public origin where one is set.
    public static URI page(Config config, URI local) {
        return config.find(Variable.ORIGIN).map(URI::create).orElse(local);
    }
}
