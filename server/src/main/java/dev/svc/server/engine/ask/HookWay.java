package dev.svc.server.engine.ask;

import dev.svc.server.session.Ask;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// For a program that calls an address of svc while it asks, and takes the answer to that call. Calls are texts of
/// strangers: they are read on workers with a deadline.
public non-sealed interface HookWay extends AskWay {

    /// The content of the file that tells the program of the address; the address is a secret.
    String configuration(URI address);

    /// What is added to the program's arguments, so that it reads that file.
    List<String> arguments(Path file);

    /// What a call says.
    ///
    /// @throws IllegalArgumentException when it is none of the program's calls
    HookCall read(String body);

    /// The answer to a call that asks.
    ///
    /// @param words of the person, for a choice that takes them
    String answer(HookCall.Asks call, Ask.Choice choice, @Nullable String words);

    /// What is answered when nothing was decided here: the program goes on as if nobody had been called.
    String noAnswer();
}
