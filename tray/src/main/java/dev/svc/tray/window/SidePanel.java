package dev.svc.tray.window;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.UpdateState;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;

/// Updates, start at login, and the way back in for somebody who is locked out.
final class SidePanel extends VBox {
    private final Consumer<Action> chosen;
    private final Label update = Parts.label("", "update");
    private final ProgressBar progress = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    private final Button act;
    private final RadioButton stable = new RadioButton("_stable");
    private final RadioButton main = new RadioButton("_main");
    private final CheckBox auto = new CheckBox("_Auto-update, once a day");
    private final CheckBox login = new CheckBox("Start at _login");
    private final Button clear;
    private final Button reset;
    private Action next = Action.Plain.CHECK_UPDATE;

    SidePanel(Consumer<Action> chosen) {
        this.chosen = chosen;
        act = Parts.button("Check for updates…", "update", () -> chosen.accept(next));
        clear = Parts.button("T_wo-factor recovery…", "clear-2fa", () -> chosen.accept(Action.Plain.CLEAR_TWO_FACTOR));
        reset = Parts.button("Reset _password…", "reset-password", () -> chosen.accept(Action.Plain.RESET_PASSWORD));
        update.setId("update-state");
        progress.setMaxWidth(Double.MAX_VALUE);
        progress.setAccessibleText("Update under way");
        wire();
        getStyleClass().add("side");
        getChildren()
                .addAll(
                        Parts.section(
                                "Updates",
                                update,
                                progress,
                                act,
                                Parts.row(Parts.label("Channel", "hint"), Parts.spring(), stable, main),
                                auto,
                                Parts.label("Running programs stay up while svc updates.", "hint")),
                        Parts.section("Start", login),
                        Parts.section(
                                "Locked out?",
                                clear,
                                reset,
                                Parts.label("Each says first what it does. A new password is shown once.", "hint")));
    }

    private void wire() {
        var channels = new ToggleGroup();
        stable.setToggleGroup(channels);
        main.setToggleGroup(channels);
        stable.setAccessibleText("Update channel stable");
        main.setAccessibleText("Update channel main");
        stable.setId("channel-stable");
        main.setId("channel-main");
        auto.setId("auto-update");
        login.setId("start-at-login");
        stable.setOnAction(_ -> chosen.accept(new Action.SetChannel("stable")));
        main.setOnAction(_ -> chosen.accept(new Action.SetChannel("main")));
        auto.setOnAction(_ -> chosen.accept(new Action.SetAutoUpdate(auto.isSelected())));
        login.setOnAction(_ -> chosen.accept(new Action.SetStartAtLogin(login.isSelected())));
    }

    void show(TrayState desk) {
        update.setText(desk.update().sentence());
        boolean running = desk.update() instanceof UpdateState.Running;
        progress.setVisible(running);
        progress.setManaged(running);
        if (desk.update() instanceof UpdateState.Available there) {
            next = Action.Plain.APPLY_UPDATE;
            act.setText("_Update to " + there.version() + "…");
        } else {
            next = Action.Plain.CHECK_UPDATE;
            act.setText("_Check for updates…");
        }
        boolean usable = desk.isReadable();
        act.setDisable(running || !usable || !desk.doing().isEmpty());
        stable.setSelected(desk.channel().equals("stable"));
        main.setSelected(desk.channel().equals("main"));
        auto.setSelected(desk.autoUpdate());
        login.setSelected(desk.startsAtLogin());
        for (var control : new javafx.scene.Node[] {stable, main, auto, clear, reset}) {
            control.setDisable(!usable);
        }
    }
}
