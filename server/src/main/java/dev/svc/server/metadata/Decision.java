package dev.svc.server.metadata;

import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.fold.Organisation;
import java.util.List;

/// The events of a command, decided against the present; none when nothing would change.
@FunctionalInterface
interface Decision {
    List<Draft> on(Organisation now);

    static List<Draft> nothing() {
        return List.of();
    }

    static List<Draft> one(MetadataEvent event) {
        return List.of(Draft.of(event));
    }
}
