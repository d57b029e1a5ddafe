package dev.svc.server.engine.file;

/// The name that programs make of a folder's path for a folder of their own: every character but plain letters and
/// digits is a dash. It cannot be reversed, and several paths may have the same.
public final class DashedName {
    private DashedName() {}

    /// By UTF-16 units, as the programs do it: an emoji becomes two dashes.
    public static String of(String path) {
        var name = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char unit = path.charAt(i);
            name.append(unit < 128 && Character.isLetterOrDigit(unit) ? unit : '-');
        }
        return name.toString();
    }
}
