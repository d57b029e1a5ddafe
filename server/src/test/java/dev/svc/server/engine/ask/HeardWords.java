package dev.svc.server.engine.ask;

import dev.svc.server.session.Ask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Keeps what a line hears, in its order.
public final class HeardWords implements LineWay.Listener {
    /// A word for each call.
    public final BlockingQueue<String> words = new LinkedBlockingQueue<>();

    public final BlockingQueue<Ask> asks = new LinkedBlockingQueue<>();

    @Override
    public void asks(String key, Ask ask) {
        asks.add(ask);
        words.add("asks " + key);
    }

    @Override
    public void settled(String key, LineWay.Settled how) {
        words.add(how + " " + key);
    }

    @Override
    public void lost() {
        words.add("lost");
    }
}
