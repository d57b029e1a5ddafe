package dev.svc.server.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;

/// The content of the demonstration, as in `stories.json`.
record Script(List<Group> projects, List<Story> stories) {
    Script {
        projects = List.copyOf(projects);
        stories = List.copyOf(stories);
    }

    /// A project that the person made.
    record Group(String name, String color, List<String> places, int daysAgo) {
        Group {
            places = List.copyOf(places);
        }
    }

    static Script read() throws IOException {
        try (var in = Script.class.getResourceAsStream("stories.json")) {
            if (in == null) {
                throw new IllegalStateException("the program was built without the stories of its demonstration");
            }
            return new ObjectMapper().readValue(in, Script.class);
        }
    }
}
