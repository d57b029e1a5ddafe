package dev.svc.server.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one sample session is about.
///
/// @param program the alias of the program that it was held with
/// @param place the folder it was held in, below the demonstration's `code`
/// @param title what a program calls it that gives its sessions titles
/// @param renamed what the person called it afterwards
/// @param live what its program is doing: `working`, `waiting` or `idle`; null for a session that does not run
record Story(
        String program,
        String place,
        String branch,
        String title,
        int minutesAgo,
        boolean favourite,
        boolean archived,
        @Nullable String renamed,
        @Nullable String live,
        List<Said> talk) {
    Story {
        talk = List.copyOf(talk);
    }
}
