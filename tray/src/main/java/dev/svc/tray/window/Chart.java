package dev.svc.tray.window;

import dev.svc.tray.window.SessionHistogram.Change;
import java.time.Duration;
import java.time.Instant;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Polyline;

/// The live sessions of the last five minutes, as a line on a ground.
final class Chart extends Pane {
    private static final double WIDTH = 150;
    private static final double HEIGHT = 28;

    private final Polyline line = new Polyline();
    private final Polygon area = new Polygon();
    private final Tooltip words = new Tooltip();

    Chart() {
        getStyleClass().add("chart");
        setMinSize(WIDTH, HEIGHT);
        setMaxSize(WIDTH, HEIGHT);
        line.getStyleClass().add("chart-line");
        area.getStyleClass().add("chart-area");
        getChildren().addAll(area, line);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        Tooltip.install(this, words);
    }

    void show(SessionHistogram past, Instant now) {
        setAccessibleText(past.sentence());
        words.setText(past.sentence());
        line.getPoints().clear();
        area.getPoints().clear();
        if (past.changes().isEmpty()) {
            return;
        }
        double unit = (HEIGHT - 4) / Math.max(1, past.highest());
        double x = x(past.changes().getFirst(), now);
        area.getPoints().addAll(x, HEIGHT);
        double y = 0;
        for (Change change : past.changes()) {
            x = x(change, now);
            if (!line.getPoints().isEmpty()) {
                line.getPoints().addAll(x, y);
            }
            y = HEIGHT - 2 - change.live() * unit;
            line.getPoints().addAll(x, y);
        }
        line.getPoints().addAll(WIDTH, y);
        area.getPoints().addAll(line.getPoints());
        area.getPoints().addAll(WIDTH, HEIGHT);
    }

    private static double x(Change change, Instant now) {
        double age = (double) Duration.between(change.at(), now).toMillis() / SessionHistogram.SPAN.toMillis();
        return WIDTH * Math.clamp(1 - age, 0, 1);
    }
}
