package dev.svc.server.cli.fleet;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.fleet.BrokerVisit.Said;
import dev.svc.server.fleet.Membership;
import dev.svc.server.fleet.envelope.Member;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc fleet list`: the hosts of the fleet.
@Command(name = "list", description = "Lists the hosts of the fleet, and when each was heard last.")
final class FleetListCommand implements Callable<Integer> {
    static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    private final FleetDesk desk;

    @Option(names = "--json", description = "Prints an array of objects.")
    private boolean json;

    FleetListCommand(FleetDesk desk) {
        this.desk = desk;
    }

    /// A host as JSON.
    ///
    /// @param allows what others may do there; null when it is not known
    /// @param lastSeen by its own clock; null when the broker has nothing of it
    record View(
            String id,
            String name,
            String fingerprint,
            boolean here,
            Instant since,
            @Nullable Instant lastSeen,
            @Nullable String version,
            @Nullable String allows) {}

    @Override
    public Integer call() {
        var self = desk.requireMembership();
        var said = said(self);
        var views = self.charter().members().stream()
                .map(member -> view(member, self, said.get(member.id())))
                .toList();
        try {
            print(views);
        } catch (IOException failed) {
            throw FleetDesk.failed(failed);
        }
        return ExitCode.OK.number();
    }

    /// Without an answer of the broker there is still the list of members.
    private Map<String, Said> said(Membership self) {
        try (var visit = desk.visit(self)) {
            return visit.presences(self.charter(), FleetDesk.PATIENCE);
        } catch (IOException away) {
            desk.tell(away.getMessage() + ": when hosts were heard last is not known.");
            return Map.of();
        }
    }

    private static View view(Member member, Membership self, @Nullable Said said) {
        return new View(
                member.id(),
                member.name(),
                member.fingerprint(),
                member.id().equals(self.id()),
                member.since(),
                said == null ? null : said.at(),
                said == null ? null : said.presence().version(),
                said == null ? null : said.presence().allows().word());
    }

    private void print(List<View> views) throws IOException {
        if (json) {
            desk.say(JsonOutput.of(views));
            return;
        }
        for (var view : views) {
            desk.say("%-24s %-16s %s".formatted(view.name(), heard(view), view.fingerprint()));
        }
    }

    private static String heard(View view) {
        if (view.here()) {
            return "this host";
        }
        return view.lastSeen() == null ? "not heard" : MINUTE.format(view.lastSeen());
    }
}
