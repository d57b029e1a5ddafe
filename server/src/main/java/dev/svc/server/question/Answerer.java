package dev.svc.server.question;

import dev.svc.server.session.Ask;
import org.jspecify.annotations.Nullable;

/// Gives an answer to the program that asked. Looks whether the question is open right before it does.
public interface Answerer {

    /// Called without any lock; may take some seconds.
    Given give(Ask.Choice choice, @Nullable String words);

    /// The question is open no more. Called under a lock: must neither wait nor ask back.
    default void over() {}
}
