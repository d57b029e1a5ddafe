package dev.svc.server.catalog;

import dev.svc.server.session.SessionId;

/// A change that a store made to the list. Listeners run on the indexer's thread and must be quick.
public sealed interface CatalogEvent {

    /// A row is new or says something else.
    record Changed(SessionId session) implements CatalogEvent {}

    record Gone(SessionId session) implements CatalogEvent {}

    /// So much changed at once that listing again is cheaper than naming it.
    record Relisted() implements CatalogEvent {}
}
