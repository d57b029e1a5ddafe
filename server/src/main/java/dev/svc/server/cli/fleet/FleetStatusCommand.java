package dev.svc.server.cli.fleet;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.fleet.FleetFolder;
import dev.svc.server.fleet.HostCopies;
import dev.svc.server.fleet.Membership;
import dev.svc.server.fleet.OpenInvitation;
import dev.svc.server.fleet.copy.CopyLook;
import dev.svc.server.fleet.copy.JournalCopier;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc fleet status`: which fleet this is, and whether its broker answers.
@Command(name = "status", description = "Says which fleet this host is in, and whether the broker answers.")
final class FleetStatusCommand implements Callable<Integer> {
    private final FleetDesk desk;

    @Option(names = "--json", description = "Prints an object.")
    private boolean json;

    FleetStatusCommand(FleetDesk desk) {
        this.desk = desk;
    }

    /// The status as JSON.
    ///
    /// @param answersMs how long the broker takes to answer; null when it does not
    /// @param trouble why it does not
    /// @param copied whether the broker has a copy of all that was organised here; null when it is not known
    /// @param copyTrouble why nothing is copied; null when nothing is wrong
    /// @param copyNote what was met in the copy and passed over; null where there is nothing of the kind
    /// @param allows what other hosts may do here, from the next start of the service on
    /// @param invites whether hosts are invited and ended here
    /// @param invitations those that are open, the one that ends first before the others
    record View(
            String name,
            String fingerprint,
            String fleet,
            int epoch,
            int hosts,
            String allows,
            boolean invites,
            List<OpenInvitation> invitations,
            String broker,
            @Nullable Double answersMs,
            @Nullable String trouble,
            @Nullable Boolean copied,
            @Nullable String copyTrouble,
            @Nullable String copyNote) {}

    /// How the copy of the journal is.
    private record Copied(
            @Nullable Boolean whole,
            @Nullable String trouble,
            @Nullable String note) {
        static final Copied UNKNOWN = new Copied(null, null, null);
    }

    @Override
    public Integer call() {
        var self = desk.requireMembership();
        try {
            var view = view(self, desk.folder());
            print(view);
            return view.trouble() == null && view.copyTrouble() == null
                    ? ExitCode.OK.number()
                    : ExitCode.FAILED.number();
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
    }

    private View view(Membership self, FleetFolder folder) throws IOException {
        Double answers = null;
        String trouble = null;
        var copied = Copied.UNKNOWN;
        var journal = desk.journal();
        try (var visit = desk.visit(self)) {
            answers = visit.roundTrip(FleetDesk.PATIENCE).toNanos() / 1e6;
            copied = copied(new HostCopies(folder, self, visit.log(FleetDesk.PATIENCE)), journal);
        } catch (IOException away) {
            trouble = String.valueOf(away.getMessage());
        }
        return new View(
                self.name(),
                self.charter().member(self.id()).orElseThrow().fingerprint(),
                self.fleet().name(),
                self.charter().epoch(),
                self.charter().members().size(),
                desk.config().get().text(Variable.FLEET_ALLOW),
                folder.fleetKey().isPresent(),
                desk.founding().open(),
                desk.requireAddress(null).shown(),
                answers,
                trouble,
                copied.whole(),
                copied.trouble(),
                copied.note());
    }

    private static Copied copied(HostCopies copies, OwnJournal journal) throws IOException {
        return switch (copies.look(journal)) {
            case CopyLook.Fits fits -> new Copied(isWhole(fits, journal), null, JournalCopier.note(fits));
            case CopyLook.Useless _ -> new Copied(false, null, null);
            case CopyLook.Beyond beyond -> new Copied(null, JournalCopier.sentence(beyond, journal.head()), null);
        };
    }

    private static boolean isWhole(CopyLook.Fits fits, OwnJournal journal) {
        var lacks = new AtomicBoolean();
        journal.read(fits.mark().entry(), entry -> {
            lacks.set(entry.line() != null);
            return !lacks.get();
        });
        return !lacks.get();
    }

    private void print(View view) throws IOException {
        if (json) {
            desk.say(JsonOutput.of(view));
            return;
        }
        desk.say("This host is %s, one of %d in fleet %s.".formatted(view.name(), view.hosts(), view.fleet()));
        desk.say("Its key is %s.".formatted(view.fingerprint()));
        desk.say("It allows other hosts `%s` (SVC_FLEET_ALLOW).".formatted(view.allows()));
        desk.say(
                view.invites()
                        ? "It made the fleet: hosts are invited and ended here."
                        : "Hosts are invited and ended on the host that made the fleet.");
        for (var open : view.invitations()) {
            desk.say("Invitation %s is open until %s:  svc fleet invite --withdraw %1$s  withdraws it."
                    .formatted(open.id(), FleetListCommand.MINUTE.format(open.ends())));
        }
        desk.say(
                view.answersMs() == null
                        ? "%s: %s.".formatted(view.broker(), view.trouble())
                        : "%s answers within %.1f ms.".formatted(view.broker(), view.answersMs()));
        if (view.copyTrouble() != null) {
            desk.say("Its journal: %s.".formatted(view.copyTrouble()));
        }
        if (view.copyNote() != null) {
            desk.say("Its journal: %s.".formatted(view.copyNote()));
        }
        var copied = view.copied();
        if (copied != null) {
            desk.say(
                    copied
                            ? "The broker has a copy of all that was organised here."
                            : "Not all that was organised here is copied to the broker yet: the service does that.");
        }
    }
}
