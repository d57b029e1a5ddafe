package dev.svc.tray.window;

import dev.svc.shared.live.LiveFleet;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.UpdateState;
import dev.svc.tray.menu.Words;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.VBox;

/// Updates, start at login, and the way back in for somebody who is locked out.
final class SidePanel extends VBox {
    private static final int MOST_HOSTS = 6;

    private final Consumer<Action> chosen;
    private final Label outcome = Parts.label("", "update");
    private final Label update = Parts.label("", "update");
    private final ProgressBar progress = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    private final Button act;
    private final Button back;
    private final RadioButton stable = new RadioButton("_stable");
    private final RadioButton main = new RadioButton("_main");
    private final CheckBox auto = new CheckBox("Update by i_tself, once a day");
    private final Label trouble = Parts.label("", "update");
    private final Label hosts = Parts.label("", "hint");
    private final VBox otherHosts = Parts.section("Other hosts", trouble, hosts);
    private final CheckBox login = new CheckBox("Start the tray at _login");
    private final Button clear;
    private final Button reset;
    private Action next = Action.Plain.CHECK_UPDATE;

    SidePanel(Consumer<Action> chosen) {
        this.chosen = chosen;
        act = Parts.button("Look for a newer version", "update", () -> chosen.accept(next));
        back = Parts.button("", "go-back", () -> chosen.accept(Action.Plain.GO_BACK));
        clear = Parts.button("Turn t_wo-factor off…", "clear-2fa", () -> chosen.accept(Action.Plain.CLEAR_TWO_FACTOR));
        reset = Parts.button(
                "Make a new _password…", "reset-password", () -> chosen.accept(Action.Plain.RESET_PASSWORD));
        outcome.setId("update-outcome");
        update.setId("update-state");
        trouble.setId("hosts-trouble");
        hosts.setId("hosts");
        shown(otherHosts, false);
        progress.setMaxWidth(Double.MAX_VALUE);
        progress.setAccessibleText("Update under way");
        shown(progress, false);
        shown(outcome, false);
        shown(back, false);
        wire();
        getStyleClass().add("side");
        getChildren()
                .addAll(
                        Parts.section(
                                "Updates",
                                outcome,
                                update,
                                progress,
                                act,
                                back,
                                Parts.row(Parts.label("Channel", "hint"), Parts.spring(), stable, main),
                                auto,
                                Parts.label("Running programs stay up while svc updates.", "hint")),
                        otherHosts,
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

    void show(TrayState desk, Instant now) {
        var updates = desk.updates();
        outcome.setText(updates.outcome().sentence(now));
        shown(outcome, !outcome.getText().isEmpty());
        update.setText(updates.state().sentence());
        boolean running = updates.state() instanceof UpdateState.Running;
        shown(progress, running);
        next = updates.state() instanceof UpdateState.Available ? Action.Plain.APPLY_UPDATE : Action.Plain.CHECK_UPDATE;
        act.setText(updates.offer());
        back.setText("Go back to %s…".formatted(updates.former()));
        shown(back, desk.offersFormer());
        show(desk.live().fleet(), now);
        boolean usable = desk.isReadable();
        act.setDisable(running || !usable || !desk.doing().isEmpty());
        stable.setSelected(updates.channel().equals("stable"));
        main.setSelected(updates.channel().equals("main"));
        auto.setSelected(updates.byItself());
        login.setSelected(desk.startsAtLogin());
        for (var control : new Node[] {stable, main, auto, clear, reset}) {
            control.setDisable(!usable);
        }
    }

    private void show(LiveFleet fleet, Instant now) {
        trouble.setText(fleet.trouble().isEmpty() ? "" : Words.trouble(fleet));
        shown(trouble, !fleet.trouble().isEmpty());
        hosts.setText(String.join("\n", Words.hostLines(fleet, MOST_HOSTS, now)));
        shown(hosts, !fleet.hosts().isEmpty());
        shown(otherHosts, !fleet.isEmpty());
    }

    /// What is not shown takes no room.
    private static void shown(Node part, boolean is) {
        part.setVisible(is);
        part.setManaged(is);
    }
}
