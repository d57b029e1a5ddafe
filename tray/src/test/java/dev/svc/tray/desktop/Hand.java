package dev.svc.tray.desktop;

import java.awt.AWTException;
import java.awt.Robot;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;

/// A person's hand on mouse and keyboard of a display: `Hand X Y KEY...` clicks there and then presses the keys. A
/// program of its own, because a test draws nothing itself.
public final class Hand {
    private Hand() {}

    public static void main(String[] words) throws AWTException {
        var robot = new Robot();
        robot.setAutoDelay(100);
        robot.mouseMove(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
        for (int i = 2; i < words.length; i++) {
            int key = words[i].equals("TAB") ? KeyEvent.VK_TAB : KeyEvent.VK_SPACE;
            robot.keyPress(key);
            robot.keyRelease(key);
        }
    }
}
