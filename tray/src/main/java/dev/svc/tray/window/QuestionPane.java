package dev.svc.tray.window;

import dev.svc.tray.menu.Question;
import java.util.function.Consumer;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/// Explains, asks, asks again, acts, and shows the result. Its widgets belong to the drawing thread.
public final class QuestionPane {
    private final Question question;
    private final Consumer<Consumer<Outcome>> deed;
    private final Runnable closed;
    private final Label text = Parts.label("", "question");
    private final TextField secret = new TextField();
    private final Button yes;
    private final Button no;
    private final VBox root;
    private boolean asked;

    /// What came of it.
    ///
    /// @param secret shown once, to be copied; empty for none
    public record Outcome(String sentence, String secret) {}

    /// Begins with the explanation.
    ///
    /// @param deed does it elsewhere and returns the outcome on the drawing thread
    public QuestionPane(Question question, Consumer<Consumer<Outcome>> deed, Runnable closed) {
        this.question = question;
        this.deed = deed;
        this.closed = closed;
        yes = Parts.button("_Continue", "yes", this::next);
        no = Parts.button("C_ancel", "no", closed);
        no.setCancelButton(true);
        text.setId("question");
        text.setText(question.explanation());
        secret.setId("secret");
        secret.setEditable(false);
        secret.setAccessibleText("The new password");
        hideSecret();
        root = new VBox(
                14, Parts.label(question.title(), "section-title"), text, secret, Parts.row(Parts.spring(), no, yes));
        root.getStyleClass().addAll("window", "dialog");
        root.setPrefWidth(460);
    }

    public Parent root() {
        return root;
    }

    /// Nothing is done by the first yes, and the button moves on to the second question without being the default.
    private void next() {
        if (!asked) {
            asked = true;
            text.setText(question.again());
            yes.setText(question.button());
            yes.getStyleClass().add("danger");
            no.requestFocus();
            return;
        }
        yes.setDisable(true);
        no.setDisable(true);
        text.setText("Working…");
        deed.accept(this::done);
    }

    private void done(Outcome outcome) {
        text.setText(outcome.sentence());
        if (!outcome.secret().isEmpty()) {
            secret.setText(outcome.secret());
            secret.setVisible(true);
            secret.setManaged(true);
            secret.requestFocus();
            secret.selectAll();
        }
        yes.setVisible(false);
        yes.setManaged(false);
        no.setDisable(false);
        no.setText("_Close");
        no.setOnAction(_ -> {
            hideSecret();
            closed.run();
        });
    }

    private void hideSecret() {
        secret.setText("");
        secret.setVisible(false);
        secret.setManaged(false);
    }
}
