package dev.svc.server.outside;

import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.session.Asking;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A program that svc did not start, on one session.
///
/// @param since when it began to do what it does, as far as anybody knows
public record OutsideProgram(SessionId session, Sighting sighting, Place place, Instant since) {

    /// One whose terminal nobody knows.
    public OutsideProgram(SessionId session, Sighting sighting, Instant since) {
        this(session, sighting, Place.UNKNOWN, since);
    }

    /// What is shown of it: two that show the same are the same to whoever listens.
    ///
    /// @param background what it still runs while it is idle
    /// @param folder in which it works; empty where that cannot be seen
    public record Shown(
            Elsewhere elsewhere, Status status, @Nullable Asking asking, List<String> background, String folder) {}

    public Shown shown() {
        var folder = process().folder();
        return new Shown(
                elsewhere(),
                status(),
                asking(),
                sighting.state().background(),
                folder == null ? "" : folder.toString());
    }

    public Status status() {
        return sighting.state().status();
    }

    public LivingProcess process() {
        return sighting.process();
    }

    /// Whether ending the process ends this session's program and no other's.
    public boolean endsAlone() {
        return sighting.alone() && sighting.sure();
    }

    public Elsewhere elsewhere() {
        var own = sighting.wayIn();
        var where = own == null ? null : own.where();
        var name = own == null || where == null ? place.name() : own.place();
        return new Elsewhere(
                Objects.requireNonNullElse(where, place.where()),
                name == null ? null : PlainText.line(name),
                since,
                own != null || place.entry() != null,
                sighting.sure(),
                false);
    }

    /// What it asks; null while it does not wait.
    public @Nullable Asking asking() {
        if (status() != Status.WAITING) {
            return null;
        }
        var asked = sighting.state().waitsFor();
        var text = asked == null ? null : PlainText.line(asked);
        var digest = Integer.toHexString(Objects.hash(session, since, text));
        return new Asking("outside-" + digest, text, since, List.of(), digest);
    }

    /// The command that opens one more terminal on it: first that of what it runs in, which shows what its person sees.
    /// A program that is opened once more may not show what was asked before.
    ///
    /// @param program makes a launch of the program with these arguments
    Optional<Launch> wayIn(Function<List<String>, Launch> program) {
        return place.wayIn().or(() -> Optional.ofNullable(sighting.wayIn()).map(own -> program.apply(own.arguments())));
    }

    boolean isOlderThan(OutsideProgram other) {
        return process().startedAt().isBefore(other.process().startedAt());
    }
}
