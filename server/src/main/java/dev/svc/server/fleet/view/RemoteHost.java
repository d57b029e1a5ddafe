package dev.svc.server.fleet.view;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Member;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Another host, as it is known now.
///
/// @param online whether it has been heard just now
/// @param lastSeen when it was heard last; null for one that never was
/// @param version of its svc; null while that is not known
/// @param address where its page is, if it says so
/// @param allows what this host may do there
/// @param door what calls to it have to name just now; null when it takes none
/// @param sessions how many rows of it are listed
public record RemoteHost(
        Member member,
        boolean online,
        @Nullable Instant lastSeen,
        @Nullable String version,
        @Nullable String address,
        Allowance allows,
        @Nullable String door,
        int sessions) {}
