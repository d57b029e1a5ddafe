package dev.svc.server;

import dev.svc.server.auth.token.Scope;
import java.util.List;
import java.util.Map;

/// What a program's token opens; a new line here needs a reason. Never the account, its logins and tokens, updates,
/// settings, or what leaves the host.
final class TokenRoutesOpen {
    static final Map<Scope, List<String>> BY_SCOPE = Map.of(
            Scope.READ,
            List.of(
                    "GET /api/board",
                    "GET /api/engines",
                    "GET /api/events",
                    "GET /api/metadata",
                    "GET /api/openapi.json",
                    "GET /api/projects",
                    "GET /api/questions",
                    "GET /api/questions/settled",
                    "GET /api/resumable",
                    "GET /api/scrollback",
                    "GET /api/search",
                    "GET /api/search/hits",
                    "GET /api/sessions",
                    "GET /api/sessions/{sid}",
                    "GET /api/sessions/{sid}/changes",
                    "GET /api/sessions/{sid}/command",
                    "GET /api/sessions/{sid}/events",
                    "GET /api/sessions/{sid}/export",
                    "GET /api/sessions/{sid}/hand-over",
                    "GET /api/sessions/{sid}/history",
                    "GET /api/sessions/{sid}/similar",
                    "GET /api/sessions/{sid}/transcript",
                    "GET /api/sessions/{sid}/usage",
                    "GET /api/usage",
                    "GET /api/usage/now",
                    "GET /api/vault",
                    "GET /api/views",
                    "POST /mcp"),
            Scope.ORGANISE,
            List.of(
                    "POST /api/metadata/undo",
                    "POST /api/projects",
                    "DELETE /api/projects/{id}",
                    "PATCH /api/projects/{id}",
                    "POST /api/sessions/archive-older",
                    "POST /api/sessions/{sid}/archive",
                    "POST /api/sessions/{sid}/favorite",
                    "PATCH /api/sessions/{sid}/metadata",
                    "POST /api/sessions/{sid}/rename",
                    "POST /api/sessions/{sid}/snooze",
                    "POST /api/sessions/{sid}/unarchive",
                    "POST /api/sessions/{sid}/unfavorite",
                    "POST /api/sessions/{sid}/wake",
                    "POST /api/views",
                    "DELETE /api/views/{id}",
                    "PATCH /api/views/{id}"),
            Scope.DRIVE,
            List.of(
                    "GET /api/folders",
                    "POST /api/folders/mkdir",
                    "GET /api/hosts/{name}/beginnings",
                    "POST /api/sessions",
                    "POST /api/questions/{id}/answer",
                    "POST /api/questions/{id}/seen",
                    "POST /api/resumable/dismiss",
                    "POST /api/resumable/resume",
                    "POST /api/sessions/{sid}/bring-here",
                    "DELETE /api/sessions/{sid}/continue-at",
                    "POST /api/sessions/{sid}/continue-at",
                    "POST /api/sessions/{sid}/end",
                    "POST /api/sessions/{sid}/hand-over",
                    "POST /api/sessions/{sid}/prompt",
                    "POST /api/sessions/{sid}/send",
                    "POST /api/upload"));

    private TokenRoutesOpen() {}
}
