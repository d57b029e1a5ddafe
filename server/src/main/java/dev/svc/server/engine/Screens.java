package dev.svc.server.engine;

import dev.svc.server.engine.ScreenText.WrongException;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The screen rules of all programs: those of a file `<alias>.rules` in a folder of the person's where there is one, so
/// that a program that draws something new is read right before the next release, else those built in.
///
/// @param objections a sentence about each file that cannot be used, for which the built-in rules hold
public record Screens(Map<EngineKey, ScreenRules> rules, List<String> objections) {
    private static final String SUFFIX = ".rules";
    private static final int MOST_BYTES = 64 << 10;

    public Screens {
        rules = Map.copyOf(rules);
        objections = List.copyOf(objections);
    }

    static Screens builtIn(Collection<EngineProvider> programs) {
        var rules = new HashMap<EngineKey, ScreenRules>();
        programs.forEach(program -> rules.put(program.engineId(), program.screen()));
        return new Screens(rules, List.of());
    }

    Screens with(Path folder, Collection<EngineProvider> programs) {
        var changed = new HashMap<>(rules);
        var wrong = new ArrayList<>(objections);
        for (var program : programs) {
            var file = folder.resolve(program.manifest().alias() + SUFFIX);
            if (Files.exists(file)) {
                try {
                    changed.put(program.engineId(), read(file).completedBy(program.screen()));
                } catch (IOException unreadable) {
                    wrong.add("%s cannot be read; the built-in rules hold.".formatted(file));
                } catch (WrongException unusable) {
                    wrong.add(unusable.getMessage() + " The built-in rules hold.");
                }
            }
        }
        return new Screens(changed, wrong);
    }

    private static ScreenRules read(Path file) throws IOException, WrongException {
        try (var in = Files.newInputStream(file)) {
            return ScreenText.parse(file.toString(), in.readNBytes(MOST_BYTES));
        }
    }
}
