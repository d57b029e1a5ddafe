package dev.svc.server.setting;

import java.util.List;
import java.util.Optional;

/// One object of the settings, with the keys it knows.
public record Section(String name, List<Setting> settings) {
    public Section {
        settings = List.copyOf(settings);
    }

    Optional<Setting> find(String key) {
        return settings.stream().filter(setting -> setting.name().equals(key)).findFirst();
    }
}
