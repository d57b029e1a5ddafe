package dev.svc.tray.platform;

import dev.svc.tray.menu.IconKind;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;

/// Draws the icon on an 18 by 18 grid, at any size: a terminal; with dots while nothing is known, struck when stopped,
/// with a diamond when somebody is
/// needed, with an arrow when an update is there.
public final class Art {
    private static final double GRID = 18;

    private Art() {}

    /// What the icon stands on.
    public enum Ground {
        DARK(new Color(0xe4e8eb)),
        LIGHT(new Color(0x171c20));

        private final Color ink;

        Ground(Color ink) {
            this.ink = ink;
        }
    }

    public static BufferedImage draw(IconKind kind, Ground ground, int size) {
        var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        pen.scale(size / GRID, size / GRID);
        pen.setColor(ground.ink);
        pen.setStroke(new BasicStroke(1.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        frame(pen);
        if (kind == IconKind.UNSURE) {
            dots(pen);
        } else {
            prompt(pen);
        }
        switch (kind) {
            case RUNNING, UNSURE -> {}
            case STOPPED -> strike(pen);
            case NEEDS_YOU -> mark(pen, new Color(0xe9b44c), diamond());
            case UPDATE -> {
                mark(pen, new Color(0x2b70c4), new Ellipse2D.Double(10, 10, 8, 8));
                arrow(pen);
            }
        }
        pen.dispose();
        return image;
    }

    private static void frame(Graphics2D pen) {
        pen.draw(new RoundRectangle2D.Double(2, 3, 14, 12, 5, 5));
    }

    private static void dots(Graphics2D pen) {
        for (double x = 5; x < 14; x += 3.25) {
            pen.fill(new Ellipse2D.Double(x, 8.25, 1.5, 1.5));
        }
    }

    private static void prompt(Graphics2D pen) {
        var prompt = new Path2D.Double();
        prompt.moveTo(5.25, 7);
        prompt.lineTo(7.5, 9);
        prompt.lineTo(5.25, 11);
        prompt.moveTo(9.25, 11.25);
        prompt.lineTo(12.75, 11.25);
        pen.draw(prompt);
    }

    private static void strike(Graphics2D pen) {
        var line = new Path2D.Double();
        line.moveTo(1.5, 16.5);
        line.lineTo(16.5, 1.5);
        clear(pen, new BasicStroke(4f).createStrokedShape(line));
        pen.draw(line);
    }

    /// With a gap around it, so that the shape stands out in one colour too.
    private static void mark(Graphics2D pen, Color colour, java.awt.Shape shape) {
        clear(pen, new BasicStroke(2f).createStrokedShape(shape));
        clear(pen, shape);
        pen.setColor(colour);
        pen.fill(shape);
    }

    private static void clear(Graphics2D pen, java.awt.Shape shape) {
        var composite = pen.getComposite();
        pen.setComposite(java.awt.AlphaComposite.Clear);
        pen.fill(shape);
        pen.setComposite(composite);
    }

    private static Path2D diamond() {
        var shape = new Path2D.Double();
        shape.moveTo(13.5, 9.5);
        shape.lineTo(17.5, 13.5);
        shape.lineTo(13.5, 17.5);
        shape.lineTo(9.5, 13.5);
        shape.closePath();
        return shape;
    }

    private static void arrow(Graphics2D pen) {
        pen.setColor(Color.WHITE);
        pen.setStroke(new BasicStroke(1.2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        var arrow = new Path2D.Double();
        arrow.moveTo(14, 16);
        arrow.lineTo(14, 12);
        arrow.moveTo(12.3, 13.7);
        arrow.lineTo(14, 12);
        arrow.lineTo(15.7, 13.7);
        pen.draw(arrow);
    }
}
