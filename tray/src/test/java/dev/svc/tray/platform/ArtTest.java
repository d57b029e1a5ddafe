package dev.svc.tray.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.menu.IconKind;
import dev.svc.tray.platform.Art.Ground;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ArtTest {
    @Test
    void each_state_has_a_shape_of_its_own_even_in_one_colour() {
        var shapes = new HashSet<Integer>();
        for (IconKind kind : IconKind.values()) {
            BufferedImage image = Art.draw(kind, Ground.DARK, 22);
            int[] opaque = Arrays.stream(image.getRGB(0, 0, 22, 22, null, 0, 22))
                    .map(pixel -> pixel >>> 25)
                    .toArray();
            shapes.add(Arrays.hashCode(opaque));
        }
        assertThat(shapes).hasSameSizeAs(IconKind.values());
    }

    @Test
    void it_is_drawn_dark_on_light_and_light_on_dark() {
        assertThat(brightest(Ground.DARK)).isGreaterThan(0xd0);
        assertThat(brightest(Ground.LIGHT)).isLessThan(0x40);
    }

    private static int brightest(Ground ground) {
        return Arrays.stream(Art.draw(IconKind.RUNNING, ground, 48).getRGB(0, 0, 48, 48, null, 0, 48))
                .filter(pixel -> pixel >>> 24 == 0xff)
                .map(pixel -> pixel & 0xff)
                .max()
                .orElseThrow();
    }
}
