package dev.svc.server.http;

import dev.svc.server.http.session.VaultRoutes;
import dev.svc.server.vault.Keeping;
import java.util.Optional;

/// Where nothing is kept.
record NoVault() implements VaultRoutes.Copies {
    @Override
    public Optional<Keeping> keeping() {
        return Optional.empty();
    }

    @Override
    public String trouble() {
        return "There is no vault here.";
    }
}
