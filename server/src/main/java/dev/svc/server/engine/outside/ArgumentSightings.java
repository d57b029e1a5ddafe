package dev.svc.server.engine.outside;

import dev.svc.server.engine.outside.Sighting.State;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The processes of a program that writes nothing about them: their words name the session, or nothing does.
///
/// @param names of its commands, also as the program renames itself
/// @param options whose value is a session's id
/// @param id the whole shape of an id
/// @param others words of processes that are no session: servers, and what runs without a person
public record ArgumentSightings(Set<String> names, List<String> options, Pattern id, Set<String> others)
        implements Sightings {

    public ArgumentSightings {
        names = Set.copyOf(names);
        options = List.copyOf(options);
        others = Set.copyOf(others);
    }

    @Override
    public boolean knows(List<String> argv) {
        return names.stream().anyMatch(name -> LivingProcess.isCommand(argv, name))
                && argv.stream().noneMatch(others::contains);
    }

    /// Of a program that starts itself again only the last process counts.
    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        return own.stream()
                .filter(it -> own.stream().noneMatch(other -> other.parent() == it.pid()))
                .map(this::of)
                .toList();
    }

    private Sighting of(LivingProcess process) {
        var named = process.valueOf(options.toArray(String[]::new));
        boolean isNamed = named != null && id.matcher(named).matches();
        return new Sighting(isNamed ? named : null, process, State.UNKNOWN, null, isNamed, true);
    }
}
