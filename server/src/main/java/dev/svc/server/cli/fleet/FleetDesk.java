package dev.svc.server.cli.fleet;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.BrokerVisit;
import dev.svc.server.fleet.FleetException;
import dev.svc.server.fleet.FleetFolder;
import dev.svc.server.fleet.Founding;
import dev.svc.server.fleet.HostCopies;
import dev.svc.server.fleet.HostCopy;
import dev.svc.server.fleet.Membership;
import dev.svc.server.fleet.broker.BrokerAddress;
import dev.svc.server.fleet.broker.NatsBroker;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.fleet.envelope.HostName;
import dev.svc.server.journal.StoredJournal;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the commands of a fleet have in common.
///
/// @param hostname what the system calls this host; null where it does not
/// @param journals how a journal of this host is copied
record FleetDesk(
        Supplier<Config> config,
        Supplier<@Nullable String> hostname,
        InstantSource clock,
        Console console,
        FleetCommand.Journals journals) {
    /// How long a command waits for the broker.
    static final Duration PATIENCE = Duration.ofSeconds(8);

    private static final SecureRandom RANDOM = new SecureRandom();

    SecureRandom random() {
        return RANDOM;
    }

    FleetFolder folder() {
        return FleetFolder.in(config.get().home().data());
    }

    Founding founding() {
        return new Founding(folder(), clock, RANDOM);
    }

    /// The address that was typed, else the one that the variable names.
    BrokerAddress requireAddress(@Nullable String typed) {
        var text = typed == null ? config.get().find(Variable.FLEET).orElse("") : typed;
        if (text.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "say where the broker is, as in  svc fleet init nats://hub:4222");
        }
        return BrokerAddress.find(text)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, "this is no address of a broker: it takes %s.".formatted(BrokerAddress.RULE)));
    }

    /// The name that was typed, else the one that the variable gives, else what the system calls this host.
    String name(@Nullable String typed) {
        if (typed != null) {
            return typed;
        }
        return config.get().find(Variable.FLEET_NAME).orElseGet(() -> {
            var called = hostname.get();
            return HostName.of(called == null ? "" : called);
        });
    }

    Membership requireMembership() {
        try {
            var folder = folder();
            return folder.membership()
                    .orElseThrow(() -> new CommandException(
                            ExitCode.NOTHING_FOUND,
                            folder.exists()
                                    ? "This host was taken out of its fleet: remove the folder fleet of its data, then"
                                            + "  svc fleet join  enters one."
                                    : "This host is in no fleet:  svc fleet init  makes one,  svc fleet join  enters"
                                            + " one."));
        } catch (IOException unusable) {
            throw failed(unusable);
        }
    }

    /// One look at the broker that the service of this host uses.
    BrokerVisit visit(Membership self) {
        return visit(requireAddress(null), self.fleet().name());
    }

    BrokerVisit visit(BrokerAddress address, String fleet) {
        return new BrokerVisit(new NatsBroker(address, fleet));
    }

    /// The journal of this host as it is when it is first asked, beside a running service or without one.
    OwnJournal journal() {
        return OwnJournal.later(this::opened);
    }

    private OwnJournal opened() {
        try {
            var stored = StoredJournal.open(config.get().path(Variable.JOURNAL_DIR));
            stored.close(); // only for snapshots, which are not asked for
            return journals.of(stored::head, stored::read);
        } catch (IOException none) {
            return OwnJournal.EMPTY;
        }
    }

    /// The copy of another host's journal, for whoever closes it.
    HostCopy copy(String host) {
        var self = requireMembership();
        try (var visit = visit(self)) {
            return new HostCopies(folder(), self, visit.log(PATIENCE)).of(host);
        } catch (FleetException refused) {
            throw refused(refused);
        } catch (IOException failed) {
            throw failed(failed);
        }
    }

    /// Has the service know the broker from its next start on.
    void keep(BrokerAddress address, String name) throws IOException {
        config.get()
                .envFile()
                .change(Map.of(
                        Variable.FLEET.variableName(), address.text(), Variable.FLEET_NAME.variableName(), name));
    }

    void say(String sentence) {
        console.out().println(sentence);
        console.out().flush();
    }

    void tell(String sentence) {
        console.err().println("svc: " + sentence);
        console.err().flush();
    }

    static CommandException failed(IOException why) {
        return new CommandException(ExitCode.FAILED, sentence(String.valueOf(why.getMessage())));
    }

    static CommandException refused(FleetException why) {
        return new CommandException(ExitCode.FAILED, why.sentence());
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + '.';
    }
}
