package dev.svc.tray.window;

import java.util.Objects;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;

/// Puts a pane on the screen, in the colours of the desktop.
public final class Stages {
    private Stages() {}

    public static Stage open(String title, Parent root) {
        var stage = new Stage();
        stage.setTitle(title);
        stage.getIcons().setAll(AppIcon.images());
        stage.setScene(scene(root, Platform.getPreferences().getColorScheme()));
        stage.setMinWidth(420);
        return stage;
    }

    /// Lets go of everything that a closed window has drawn; the toolkit keeps the window itself for a while.
    public static void forget(Stage stage) {
        stage.getIcons().clear();
        stage.getScene().setRoot(new Pane());
        stage.setScene(null);
    }

    static Scene scene(Parent root, ColorScheme scheme) {
        var scene = new Scene(root);
        scene.getStylesheets().add(sheet("window.css"));
        root.getStyleClass().add(scheme == ColorScheme.DARK ? "dark" : "light");
        return scene;
    }

    private static String sheet(String name) {
        return Objects.requireNonNull(Stages.class.getResource(name), name).toExternalForm();
    }
}
