package dev.svc.server.wiring.push;

import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.push.PushRoutes;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.push.PushDevice;
import java.util.Map;

/// Journals which devices are told of questions from when to when; never where they are reached.
public record PushLog(Metadata metadata) implements PushRoutes.Listener {
    @Override
    public void added(PushDevice device, Visitor by) {
        note(Kind.DEVICE_ADDED, device, by);
    }

    @Override
    public void removed(PushDevice device, Visitor by) {
        note(Kind.DEVICE_REMOVED, device, by);
    }

    private void note(Kind kind, PushDevice device, Visitor by) {
        var details =
                Map.of("device", device.name(), "push_service", device.address().host());
        var _ = metadata.security(new SecurityEvent(kind, details), by.actor());
    }
}
