package dev.svc.tray.window;

import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Rectangle2D;
import javafx.scene.Group;
import javafx.scene.SnapshotParameters;
import javafx.scene.image.Image;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.SVGPath;
import javafx.scene.shape.Shape;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.transform.Scale;

/// The face of svc's windows: the icon of the page, drawn on its 18 by 18 grid.
final class AppIcon {
    private static final double GRID = 18;
    private static final Color INK = Color.web("#4a93e0");

    private AppIcon() {}

    /// In the sizes that panels and switchers take.
    static List<Image> images() {
        return Stream.of(16, 32, 48, 128).map(AppIcon::image).toList();
    }

    private static Image image(int size) {
        var frame = new Rectangle(2, 3, 14, 12);
        frame.setArcWidth(5);
        frame.setArcHeight(5);
        var prompt = new SVGPath();
        prompt.setContent("M5.25 7L7.5 9l-2.25 2M9.25 11.25h3.5");
        var drawing = new Group(inked(frame), inked(prompt));
        drawing.getTransforms().add(new Scale(size / GRID, size / GRID));
        var ground = new SnapshotParameters();
        ground.setFill(Color.TRANSPARENT);
        ground.setViewport(new Rectangle2D(0, 0, size, size));
        var drawn = new Group(drawing).snapshot(ground, null);
        // The toolkit hands on no icon in the form that a snapshot has.
        var icon = new WritableImage(size, size);
        icon.getPixelWriter().setPixels(0, 0, size, size, drawn.getPixelReader(), 0, 0);
        return icon;
    }

    private static Shape inked(Shape shape) {
        shape.setFill(null);
        shape.setStroke(INK);
        shape.setStrokeWidth(1.5);
        shape.setStrokeLineCap(StrokeLineCap.ROUND);
        shape.setStrokeLineJoin(StrokeLineJoin.ROUND);
        return shape;
    }
}
