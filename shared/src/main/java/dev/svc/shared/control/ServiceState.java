package dev.svc.shared.control;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/// The state of a home's service, seen from the host without a login.
public sealed interface ServiceState {

    /// It answers.
    record Running(URI address, long pid, Instant since, String version) implements ServiceState {}

    /// It answers, with another version than the program that asks, as after an update without a restart.
    record OtherVersion(URI address, long pid, Instant since, String version, String expected)
            implements ServiceState {}

    record Starting() implements ServiceState {}

    record Stopping() implements ServiceState {}

    record Stopped() implements ServiceState {}

    /// It ended by itself.
    ///
    /// @param why in the keeper's words, without a full stop
    record Dead(String why) implements ServiceState {}

    /// Its process lives and does not answer.
    record Hanging(long pid, Duration forAtLeast) implements ServiceState {}

    /// It does not run, but its port answers.
    ///
    /// @param bySvc whether it is the service of another home
    record PortTaken(int port, boolean bySvc) implements ServiceState {}

    /// It does not run, and its env file is gone although the home was used before.
    record EnvGone(String file) implements ServiceState {}

    /// Its settings cannot be read, so nothing can be said or done.
    ///
    /// @param sentence what is wrong and how to mend it
    record Unreadable(String sentence) implements ServiceState {}

    /// The service manager did not answer.
    record Unknown(String sentence) implements ServiceState {}

    /// Whether a page can be opened.
    default boolean answers() {
        return this instanceof Running || this instanceof OtherVersion;
    }

    /// The state in one sentence, with what to do where something is to be done.
    default String sentence() {
        return switch (this) {
            case Running running -> "Running, version %s.".formatted(running.version());
            case OtherVersion other ->
                "Running version %s while %s is installed: restart it.".formatted(other.version(), other.expected());
            case Starting _ -> "Starting.";
            case Stopping _ -> "Stopping.";
            case Stopped _ -> "Stopped.";
            case Dead dead -> "Died: %s. Start it again, and look at the logs.".formatted(dead.why());
            case Hanging hanging ->
                "Not answering: process %d lives and says nothing. Restart it.".formatted(hanging.pid());
            case PortTaken taken ->
                "Stopped, and %s answers on port %d: end that one, or set SVC_PORT."
                        .formatted(taken.bySvc() ? "the svc of another home" : "another program", taken.port());
            case EnvGone gone ->
                "Stopped, and %s is gone: put your copy back, or start for a new one with a new password."
                        .formatted(gone.file());
            case Unreadable unreadable -> unreadable.sentence();
            case Unknown unknown -> unknown.sentence();
        };
    }
}
