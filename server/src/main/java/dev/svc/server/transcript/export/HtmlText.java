package dev.svc.server.transcript.export;

import dev.svc.server.texts.Patience;
import dev.svc.server.transcript.markdown.Markdown;
import dev.svc.shared.text.PlainText;
import java.util.List;
import java.util.Set;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/// Texts as HTML that loads nothing, runs nothing and cannot close what is around it.
final class HtmlText {
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(Markdown.EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .urlSanitizer(
                    new DefaultUrlSanitizer(List.of("http", "https", "mailto"))) // nothing that is a page in itself
            .softbreak("<br>\n")
            .nodeRendererFactory(Pictures::new)
            .build();

    private HtmlText() {}

    static String markdown(String text, Patience patience) {
        return Markdown.parse(text, patience).map(RENDERER::render).orElseGet(() -> "<pre>" + escaped(text) + "</pre>");
    }

    static String escaped(String text) {
        return PlainText.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /// Pictures become their description: nothing is fetched from anywhere.
    private record Pictures(HtmlNodeRendererContext context) implements NodeRenderer {
        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Image.class);
        }

        @Override
        public void render(Node picture) {
            context.getWriter().text("[");
            for (var kid = picture.getFirstChild(); kid != null; kid = kid.getNext()) {
                context.render(kid);
            }
            context.getWriter().text("]");
        }
    }
}
