package dev.svc.server.engine;

import dev.svc.server.session.EngineKey;
import dev.svc.shared.config.ProgramVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What there is to say of a program that is data: the house reads it here and knows no program by name.
///
/// @param alias the short name that people may type wherever a key is taken
/// @param label the product's name
/// @param idPattern the whole shape of a native id; anything else is refused before it reaches a file system
/// @param mintsIds whether the program makes up its own ids, so that a launch starts under a placeholder
public record Manifest(
        EngineKey key,
        String alias,
        String label,
        Pattern idPattern,
        boolean mintsIds,
        Command command,
        Variables variables,
        Arguments arguments,
        Environment environment,
        Look look) {

    private static final Pattern ALIAS = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public Manifest {
        if (!ALIAS.matcher(alias).matches() || EngineKey.find(alias).isPresent()) {
            throw new IllegalArgumentException("no alias of a program: " + alias);
        }
    }

    /// How the program is found and installed.
    ///
    /// @param name the word that starts it in a shell
    /// @param folders folders of its own below the home folder, where its installer puts the command
    /// @param install the line that installs it; empty where there is none
    public record Command(String name, List<String> folders, String install) {
        public Command {
            folders = List.copyOf(folders);
        }
    }

    /// The names of svc's own variables about this program.
    ///
    /// @param binary names its command
    /// @param store names its store
    /// @param usualStore where the store is without that variable, as people write it
    public record Variables(String binary, String store, String usualStore) {}

    /// The variables of the program's own.
    ///
    /// @param prefixes how their names begin; terminals get them
    /// @param ofSession those that a session of the program sets in all that it starts. Where svc was itself
    ///     started in one, terminals do not get them: their programs would take that session for their own
    public record Environment(List<String> prefixes, List<String> ofSession) {
        public static final Environment NONE = new Environment(List.of(), List.of());

        private static final Pattern PREFIX = Pattern.compile("[A-Z][A-Z0-9]*_");

        public Environment {
            prefixes = List.copyOf(prefixes);
            ofSession = List.copyOf(ofSession);
            for (var prefix : prefixes) {
                if (!PREFIX.matcher(prefix).matches() || prefix.equals("SVC_")) {
                    throw new IllegalArgumentException("no prefix of a program's variables: " + prefix);
                }
            }
            for (var name : ofSession) {
                if (prefixes.stream().noneMatch(prefix -> name.startsWith(prefix) && !name.equals(prefix))) {
                    throw new IllegalArgumentException("no variable of the program: " + name);
                }
            }
        }
    }

    /// What stands behind the command. `{folder}` is the working folder, `{id}` the native id, and in place of
    /// `{bypass}` stand the words that let the program act without asking, or nothing.
    ///
    /// A first prompt takes the place of `{prompt}` at the end of the last word of `prompt`.
    ///
    /// @param prompt stands behind `fresh`; empty without a sure way to say a first prompt
    /// @param moves whether a session can be resumed in another folder than its own
    public record Arguments(
            List<String> resume, List<String> fresh, List<String> bypass, List<String> prompt, boolean moves) {
        private static final String BYPASS = "{bypass}";
        private static final String ID = "{id}";
        private static final String PROMPT = "{prompt}";

        public Arguments {
            resume = List.copyOf(resume);
            fresh = List.copyOf(fresh);
            bypass = List.copyOf(bypass);
            prompt = List.copyOf(prompt);
            if (!prompt.isEmpty() && !prompt.getLast().endsWith(PROMPT)) {
                throw new IllegalArgumentException("the last word of a first prompt ends with " + PROMPT);
            }
        }

        /// What stands behind the words of a new session for its first prompt.
        private List<String> prompted(String text) {
            var words = new ArrayList<>(prompt);
            String last = words.removeLast();
            words.add(last.substring(0, last.length() - PROMPT.length()) + text);
            return words;
        }

        private List<String> filled(List<String> template, String id, String folder, boolean bypasses) {
            var words = new ArrayList<String>();
            for (var word : template) {
                if (!word.equals(BYPASS)) {
                    words.add(word.equals(ID) ? id : word.equals("{folder}") ? folder : word);
                } else if (bypasses) {
                    words.addAll(bypass);
                }
            }
            return words;
        }
    }

    /// How the page marks the program.
    ///
    /// @param colors in the light theme, in the dark one and in the one of high contrast, each as `#rrggbb`
    /// @param icon an SVG path that is drawn as a line in a box of 16 by 16
    public record Look(Colors colors, String icon) {
        private static final Pattern PATH = Pattern.compile("[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{1,1000}");

        public Look {
            if (!PATH.matcher(icon).matches()) {
                throw new IllegalArgumentException("no SVG path: " + icon);
            }
        }
    }

    /// A color for each theme.
    public record Colors(String light, String dark, String contrast) {
        private static final Pattern COLOR = Pattern.compile("#[0-9a-f]{6}");

        public Colors {
            for (var color : List.of(light, dark, contrast)) {
                if (!COLOR.matcher(color).matches()) {
                    throw new IllegalArgumentException("no color: " + color);
                }
            }
        }
    }

    /// The variables with a line of help each.
    public List<ProgramVariable> described() {
        return List.of(
                new ProgramVariable(
                        variables.binary(), label + "'s command, when it is not on PATH or in a known folder"),
                new ProgramVariable(variables.store(), label + "'s store, when it is not " + variables.usualStore()));
    }

    List<String> resume(String id, String folder, boolean bypass) {
        return words(arguments.resume(), id, folder, bypass);
    }

    List<String> fresh(String id, String folder, boolean bypass) {
        return words(arguments.fresh(), id, folder, bypass);
    }

    public boolean takesPrompt() {
        return !arguments.prompt().isEmpty();
    }

    List<String> prompt(String text) {
        if (!takesPrompt()) {
            throw new IllegalArgumentException(label + " takes no first prompt");
        }
        return arguments.prompted(text);
    }

    private List<String> words(List<String> template, String id, String folder, boolean bypass) {
        if (template.contains(Arguments.ID) && !idPattern.matcher(id).matches()) {
            throw new IllegalArgumentException("not an id of a session of " + label + ": " + id);
        }
        return arguments.filled(template, id, folder, bypass);
    }
}
