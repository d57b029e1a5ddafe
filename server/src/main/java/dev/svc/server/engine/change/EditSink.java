package dev.svc.server.engine.change;

/// Takes the edits of a conversation in the order in which they were done.
public interface EditSink {
    void edit(Edit edit);

    /// A record could not be read that may have had an edit in it.
    void leftOut();
}
