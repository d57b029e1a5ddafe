package dev.svc.server.transcript.console;

/// How a piece of text looks. Colours are those of the reader's own terminal.
record Style(boolean bold, boolean dim, boolean italic, boolean underlined, boolean struck, Colour colour) {
    static final Style PLAIN = new Style(false, false, false, false, false, Colour.NONE);
    static final Style BOLD = PLAIN.withBold();
    static final Style DIM = new Style(false, true, false, false, false, Colour.NONE);
    static final String OFF = "\u001b[0m";

    enum Colour {
        NONE(""),
        RED(";31"),
        GREEN(";32"),
        YELLOW(";33"),
        CYAN(";36");

        private final String code;

        Colour(String code) {
            this.code = code;
        }
    }

    static Style of(Colour colour) {
        return PLAIN.with(colour);
    }

    Style withBold() {
        return new Style(true, dim, italic, underlined, struck, colour);
    }

    Style withItalic() {
        return new Style(bold, dim, true, underlined, struck, colour);
    }

    Style withUnderline() {
        return new Style(bold, dim, italic, true, struck, colour);
    }

    Style withStroke() {
        return new Style(bold, dim, italic, underlined, true, colour);
    }

    Style with(Colour other) {
        return new Style(bold, dim, italic, underlined, struck, other);
    }

    /// Appends text in this style; what follows is plain again, so that every line stands for itself.
    void append(StringBuilder out, CharSequence text, int from, int to) {
        if (equals(PLAIN)) {
            out.append(text, from, to);
        } else {
            out.append(on()).append(text, from, to).append(OFF);
        }
    }

    private String on() {
        return "\u001b[0"
                + (bold ? ";1" : "")
                + (dim ? ";2" : "")
                + (italic ? ";3" : "")
                + (underlined ? ";4" : "")
                + (struck ? ";9" : "")
                + colour.code
                + 'm';
    }
}
