package dev.svc.server.journal.check;

/// What an inspection found wrong with one file.
record Damage(String file, String what) {
    static Damage of(String file, String what) {
        return new Damage(file, what);
    }

    String sentence() {
        return file + ": " + what;
    }
}
