/// Who may say what to whom: keys of hosts, the signed list of members, sealed messages, invitations. No
/// input or output.
@NullMarked
package dev.svc.server.fleet.envelope;

import org.jspecify.annotations.NullMarked;
