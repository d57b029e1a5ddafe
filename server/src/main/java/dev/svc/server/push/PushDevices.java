package dev.svc.server.push;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The devices that are told. What is not on the disk is not remembered either.
public final class PushDevices {
    public static final int MOST = 50;

    private static final Logger LOG = Logger.getLogger(PushDevices.class.getName());

    /// A use is written down when the one that stands there is older than this.
    private static final Duration RECENT = Duration.ofMinutes(5);

    private final DevicesFile file;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Map<String, PushDevice> devices = new LinkedHashMap<>();

    PushDevices(Path file, PushServices services, InstantSource clock) {
        this.file = new DevicesFile(file, services);
        this.clock = clock;
        this.file.read().forEach(it -> devices.put(it.id(), it));
    }

    /// What is to be changed of one; null stays as it is.
    ///
    /// @param changesQuiet whether the quiet hours become `quiet`, which may be none
    public record Change(
            @Nullable String name,
            boolean changesQuiet,
            @Nullable QuietHours quiet,
            @Nullable Boolean hideContent) {}

    /// What became of adding one.
    ///
    /// @param isNew whether there was none with this address before
    public record Added(PushDevice device, boolean isNew) {}

    /// The oldest first.
    public List<PushDevice> all() {
        lock.lock();
        try {
            return List.copyOf(devices.values());
        } finally {
            lock.unlock();
        }
    }

    public Optional<PushDevice> find(String id) {
        lock.lock();
        try {
            return Optional.ofNullable(devices.get(id));
        } finally {
            lock.unlock();
        }
    }

    /// Adds a device. One that is there with this address keeps all but its keys and its name.
    public Added add(PushAddress address, String name) throws UnfitPushException {
        var named = PushDevice.name(name);
        lock.lock();
        try {
            var there = devices.values().stream()
                    .filter(it -> it.address().endpoint().equals(address.endpoint()))
                    .findFirst();
            if (there.isEmpty() && devices.size() >= MOST) {
                throw new UnfitPushException("endpoint", "There are %d devices: take one away first.".formatted(MOST));
            }
            var device = there.map(it -> it.at(address).named(named))
                    .orElseGet(() -> new PushDevice(
                            UUID.randomUUID().toString(), named, address, clock.instant(), null, null, false));
            if (!there.equals(Optional.of(device))) {
                keep(with(device));
            }
            return new Added(device, there.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /// Empty when there is none of this id.
    public Optional<PushDevice> change(String id, Change change) throws UnfitPushException {
        var name = change.name() == null ? null : PushDevice.name(change.name());
        lock.lock();
        try {
            var device = devices.get(id);
            if (device == null) {
                return Optional.empty();
            }
            if (name != null) {
                device = device.named(name);
            }
            if (change.changesQuiet()) {
                device = device.quiet(change.quiet());
            }
            if (change.hideContent() != null) {
                device = device.hideContent(change.hideContent());
            }
            keep(with(device));
            return Optional.of(device);
        } finally {
            lock.unlock();
        }
    }

    /// The one that was taken away; empty when there is none of this id.
    public Optional<PushDevice> remove(String id) {
        lock.lock();
        try {
            var device = devices.get(id);
            if (device != null) {
                var rest = new LinkedHashMap<>(devices);
                rest.remove(id);
                keep(rest);
            }
            return Optional.ofNullable(device);
        } finally {
            lock.unlock();
        }
    }

    /// Something was sent to it.
    void used(String id) {
        lock.lock();
        try {
            var device = devices.get(id);
            var now = clock.instant();
            if (device != null && isOld(device.lastUsedAt(), now)) {
                keep(with(device.used(now)));
            }
        } catch (PushNotStoredException full) {
            LOG.log(Level.FINE, full, () -> "when a device was told last is not written down");
        } finally {
            lock.unlock();
        }
    }

    private static boolean isOld(@Nullable Instant written, Instant now) {
        return written == null || written.isBefore(now.minus(RECENT));
    }

    /// Its browser takes nothing any more, unless it has got another address meanwhile.
    void gone(PushDevice former) {
        lock.lock();
        try {
            var device = devices.get(former.id());
            if (device != null && device.address().equals(former.address())) {
                var _ = remove(former.id());
            }
        } catch (PushNotStoredException full) {
            LOG.log(Level.FINE, full, () -> "a device that is gone is not forgotten yet");
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Map<String, PushDevice> with(PushDevice device) {
        var all = new LinkedHashMap<>(devices);
        all.put(device.id(), device);
        return all;
    }

    @GuardedBy("lock")
    private void keep(Map<String, PushDevice> changed) {
        try {
            file.write(changed.values());
        } catch (IOException failed) {
            throw new PushNotStoredException("The devices", failed);
        }
        devices = changed;
    }
}
