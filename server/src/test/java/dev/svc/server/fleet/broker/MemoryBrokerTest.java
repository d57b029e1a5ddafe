package dev.svc.server.fleet.broker;

import org.junit.jupiter.api.AfterEach;

class MemoryBrokerTest extends BrokerContract {
    private final MemoryHub hub = new MemoryHub();

    @Override
    Broker broker() {
        return hub.broker();
    }

    @Override
    void goDown() {
        hub.goDown();
    }

    @Override
    void comeBack() {
        hub.comeBack();
    }

    @Override
    void empty() {
        hub.empty();
    }

    @AfterEach
    void end() {
        hub.close();
    }
}
