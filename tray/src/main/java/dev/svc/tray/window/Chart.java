package dev.svc.tray.window;

import javafx.scene.AccessibleRole;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Polyline;

/// The live sessions of the last five minutes, as a line on a ground.
final class Chart extends Pane {
    private static final double WIDTH = 150;
    private static final double HEIGHT = 28;

    private final Polyline line = new Polyline();
    private final Polygon area = new Polygon();

    Chart() {
        getStyleClass().add("chart");
        setMinSize(WIDTH, HEIGHT);
        setMaxSize(WIDTH, HEIGHT);
        line.getStyleClass().add("chart-line");
        area.getStyleClass().add("chart-area");
        getChildren().addAll(area, line);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    }

    void show(SessionHistogram past) {
        setAccessibleText(past.sentence());
        line.getPoints().clear();
        double step = WIDTH / (SessionHistogram.MOST - 1);
        double x = WIDTH - step * (past.counts().size() - 1);
        double unit = (HEIGHT - 4) / Math.max(1, past.highest());
        area.getPoints().setAll(x, HEIGHT);
        for (int count : past.counts()) {
            line.getPoints().addAll(x, HEIGHT - 2 - count * unit);
            x += step;
        }
        area.getPoints().addAll(line.getPoints());
        area.getPoints().addAll(WIDTH, HEIGHT);
    }
}
