package dev.svc.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.terminal.attach.Attachment;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc answer`: what programs ask, and an answer to one of them, through the running service.
@Command(
        name = "answer",
        description = {
            "Shows what programs ask, and answers: the first answer counts.",
            "Without a choice it only shows. An answer is sent only if the program still asks what is shown."
        })
public final class AnswerCommand implements Callable<Integer> {
    private static final int MARK = 8;

    private final ObjectMapper json = new ObjectMapper();
    private final Supplier<Config> config;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "SID", description = "The session that asks; all of them without it.")
    private String session = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CHOICE",
            description = "The key of an answer, as it is shown.")
    private String choice = "";

    @Option(names = "--text", paramLabel = "WORDS", description = "Words for a choice that takes them.")
    private @Nullable String text;

    @Option(
            names = "--mark",
            paramLabel = "MARK",
            description = "Answers only the question with this mark, as it is shown; for scripts.")
    private String mark = "";

    @Option(names = "--lasting", description = "Takes a choice that also answers later questions.")
    private boolean lasting;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean asJson;

    public AnswerCommand(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        var chosen = config.get();
        if (chosen.platform().family() == Platform.Family.WINDOWS) {
            throw new CommandException(ExitCode.FAILED, "answer needs Linux or macOS: answer in the browser.");
        }
        var asked = json.readTree(ask(chosen, it -> it.questions(session)));
        if (choice.isEmpty()) {
            show(asked);
            return ExitCode.OK.number();
        }
        return answer(chosen, require(asked));
    }

    private void show(JsonNode asked) {
        if (asJson) {
            console.out().println(asked);
        } else if (asked.isEmpty()) {
            console.out().println(session.isEmpty() ? "No program asks anything." : "It asks nothing.");
        } else {
            asked.forEach(this::showQuestion);
        }
        console.out().flush();
    }

    private void showQuestion(JsonNode question) {
        var out = console.out();
        out.println(
                "%s  since %s  mark %s".formatted(line(question, "sid"), line(question, "since"), markOf(question)));
        out.println("  "
                + Stream.of(line(question, "tool"), line(question, "title"))
                        .filter(it -> !it.isEmpty())
                        .reduce((a, b) -> a + ": " + b)
                        .orElse(""));
        for (var field : new String[] {"cwd", "command", "diff", "text"}) {
            PlainText.of(question.path(field).asText("")).lines().forEach(it -> out.println("    " + it));
        }
        question.path("choices")
                .forEach(it -> out.println("  %s  %s%s"
                        .formatted(
                                line(it, "key"),
                                line(it, "label"),
                                it.path("effect").asText().equals("terminal") ? "  (in the terminal only)" : "")));
    }

    /// The question that an answer is about: the only one, or the one with the mark.
    private JsonNode require(JsonNode asked) {
        var fitting = Stream.iterate(0, at -> at < asked.size(), at -> at + 1)
                .map(asked::get)
                .filter(it -> mark.isEmpty() || markOf(it).equals(mark))
                .toList();
        if (fitting.isEmpty()) {
            throw new CommandException(
                    ExitCode.FAILED,
                    asked.isEmpty() || mark.isEmpty()
                            ? "It asks nothing: nothing was sent."
                            : "It asks something else than the question with this mark: nothing was sent.");
        }
        if (fitting.size() > 1) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "It asks several things: say which with --mark, as  svc answer %s  shows them."
                            .formatted(PlainText.line(session)));
        }
        if (mark.isEmpty()) {
            confirm(fitting.getFirst());
        }
        return fitting.getFirst();
    }

    /// Nobody answers what they have not seen.
    private void confirm(JsonNode question) {
        if (!console.interactive()) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "Say with --mark which question this answers, as  svc answer %s  shows it."
                            .formatted(PlainText.line(session)));
        }
        showQuestion(question);
        console.out().print("Answer %s? [y/N] ".formatted(PlainText.line(choice)));
        console.out().flush();
        var typed = Optional.ofNullable(System.console())
                .map(java.io.Console::readLine)
                .orElse("");
        if (!typed.strip().equalsIgnoreCase("y")) {
            throw new CommandException(ExitCode.FAILED, "Nothing was sent.");
        }
    }

    private int answer(Config chosen, JsonNode question) throws IOException {
        var wish = json.createObjectNode()
                .put("id", question.path("id").asText())
                .put("digest", question.path("digest").asText())
                .put("choice", choice)
                .put("text", text)
                .put("confirm", lasting)
                .toString();
        var said = json.readTree(ask(chosen, it -> it.answer(wish)));
        if (asJson) {
            console.out().println(said);
            console.out().flush();
        }
        var sentence = sentence(said);
        if (sentence.isPresent()) {
            throw new CommandException(ExitCode.FAILED, sentence.get());
        }
        if (!asJson) {
            console.out()
                    .println(
                            said.path("outcome").asText().equals("sent")
                                    ? "Sent; the program has not said yet that it took it."
                                    : "Taken by the program.");
            console.out().flush();
        }
        return ExitCode.OK.number();
    }

    /// Why an answer was not taken; empty where it was.
    private static Optional<String> sentence(JsonNode said) {
        return switch (said.path("outcome").asText()) {
            case "allowed", "denied", "chosen", "sent" -> Optional.empty();
            case "settled" -> Optional.of("It is no longer asked: nothing was sent.");
            case "not_taken" -> Optional.of("It was sent, and the program asks on.");
            case "changed" -> Optional.of("Something else is asked now: look again. Nothing was sent.");
            case "not_sent" -> Optional.of("It could not be handed over, and the question is open still.");
            case "unfit" -> Optional.of(unfit(said.path("flaw").asText()));
            default -> Optional.of("The question is gone: nothing was sent.");
        };
    }

    private static String unfit(String flaw) {
        return switch (flaw) {
            case "TERMINAL_ONLY" -> "This can be chosen in the terminal only.";
            case "NOT_CONFIRMED" -> "This also answers later questions: say --lasting if it shall.";
            case "WORDS_MISSING" -> "This answer needs words: --text.";
            case "NO_WORDS" -> "This answer takes no words.";
            default -> "The question has no such choice.";
        };
    }

    private static String markOf(JsonNode question) {
        var digest = question.path("digest").asText();
        return digest.substring(0, Math.min(MARK, digest.length()));
    }

    private static String line(JsonNode node, String field) {
        return PlainText.line(node.path(field).asText(""));
    }

    private interface Asking {
        Optional<String> of(Attachment server) throws IOException;
    }

    private static String ask(Config chosen, Asking asking) {
        try (var server = Attachment.to(chosen.path(Variable.RUNTIME_DIR))) {
            return asking.of(server)
                    .orElseThrow(() -> new CommandException(
                            ExitCode.FAILED,
                            "The service does not answer this: restart it, it is of another release."));
        } catch (IOException nobody) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "No svc answers on %s, and only it knows: start it with  %s"
                            .formatted(chosen.home().data(), OwnCommand.line("serve")));
        }
    }
}
