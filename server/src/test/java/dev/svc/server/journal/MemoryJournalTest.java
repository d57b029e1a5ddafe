package dev.svc.server.journal;

import dev.svc.server.metadata.Journal;

class MemoryJournalTest extends JournalContract {
    @Override
    Journal open() {
        return new MemoryJournal();
    }
}
