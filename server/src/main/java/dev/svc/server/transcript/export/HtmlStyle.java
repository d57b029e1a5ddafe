package dev.svc.server.transcript.export;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// How an exported page looks, and the head that allows this style and nothing else.
final class HtmlStyle {
    static final String CSS = """

            :root { color-scheme: light dark; --edge: #8884; --soft: #8881; --dim: #767676; --bad: #c62828; }
            body { font: 16px/1.55 system-ui, sans-serif; margin: 0; }
            main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .9rem; }
            dt { color: var(--dim); }
            dd { margin: 0; overflow-wrap: anywhere; }
            article { border-top: 1px solid var(--edge); padding: .6rem 0; overflow-wrap: anywhere; }
            article.user { background: var(--soft); border-left: 3px solid #4a7dff; padding-left: .8rem; }
            article.error { border-left: 3px solid var(--bad); padding-left: .8rem; }
            article.note { color: var(--dim); }
            header { font-weight: 600; font-size: .85rem; }
            time { font-weight: 400; color: var(--dim); margin-left: .5rem; }
            section { border-left: 2px solid var(--edge); margin: .4rem 0; padding-left: .8rem; }
            pre { background: var(--soft); padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap; }
            code, pre { font: .86em/1.5 ui-monospace, monospace; }
            summary { cursor: pointer; }
            table { border-collapse: collapse; display: block; overflow-x: auto; }
            th, td { border: 1px solid var(--edge); padding: .25rem .6rem; text-align: left; }
            h2 { font-size: 1.1rem; }
            .diff { padding: .6rem 0; }
            .diff > * { display: block; padding: 0 .8rem; text-decoration: none; }
            .diff ins { background: #2e7d3230; }
            .diff del { background: #c6282830; }
            blockquote { border-left: 3px solid var(--edge); margin-left: 0; padding-left: 1rem; color: var(--dim); }
            """;

    static final String HASH = "sha256-" + Base64.getEncoder().encodeToString(digest(CSS));

    static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>%s</title>
            <style>%s</style>
            </head>
            <body>
            <main>
            """;

    private HtmlStyle() {}

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
