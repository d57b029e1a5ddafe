package dev.svc.shared.control;

import dev.svc.shared.client.Answer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Derives one state from the keeper's, the lock file's and the port's reports. Pure.
///
/// @param holder the living process of the home
/// @param answer of the port: the one the holder named, else the one that is set
/// @param envGone whether the env file of a used home is missing
record Judgement(
        Report report,
        Optional<Holder> holder,
        Answer answer,
        URI address,
        String expectedVersion,
        boolean envGone,
        String envFile,
        Instant now) {

    /// How long a start may take before it counts as hanging: the first one reads every store.
    static final Duration START = Duration.ofSeconds(60);

    ServiceState state() {
        return holder.map(this::ofLiving).orElseGet(this::ofNobody);
    }

    private ServiceState ofLiving(Holder living) {
        if (report.phase() == Report.Phase.STOPPING) {
            return new ServiceState.Stopping();
        }
        Duration age = Duration.between(living.since(), now);
        if (answer instanceof Answer.Healthy healthy && living.port() != 0) {
            return running(living, healthy.version().orElse(living.version()));
        }
        return living.port() == 0 && age.compareTo(START) < 0
                ? new ServiceState.Starting()
                : new ServiceState.Hanging(living.pid(), age);
    }

    private ServiceState running(Holder living, String version) {
        return expectedVersion.isEmpty() || version.isEmpty() || version.equals(expectedVersion)
                ? new ServiceState.Running(address, living.pid(), living.since(), version)
                : new ServiceState.OtherVersion(address, living.pid(), living.since(), version, expectedVersion);
    }

    private ServiceState ofNobody() {
        return switch (report.phase()) {
            case UP, STARTING -> new ServiceState.Starting();
            case STOPPING -> new ServiceState.Stopping();
            case FAILED -> taken().orElseGet(() -> new ServiceState.Dead(report.why()));
            case DOWN -> taken().or(this::withoutEnv).orElseGet(ServiceState.Stopped::new);
        };
    }

    /// A stranger on the port is why a start would fail, or failed.
    private Optional<ServiceState> taken() {
        return switch (answer) {
            case Answer.Nobody _ -> Optional.empty();
            case Answer.Healthy _ -> Optional.of(new ServiceState.PortTaken(address.getPort(), true));
            case Answer.Stranger _, Answer.Silence _ ->
                Optional.of(new ServiceState.PortTaken(address.getPort(), false));
        };
    }

    private Optional<ServiceState> withoutEnv() {
        return envGone ? Optional.of(new ServiceState.EnvGone(envFile)) : Optional.empty();
    }
}
