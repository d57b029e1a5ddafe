package dev.svc.server.fleet.broker;

import io.nats.client.ErrorListener;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// TLS to the broker, only to the host that was named, and what is wrong with the certificate that it shows.
/// For one try to connect. The client tells nobody why a handshake failed: its port finds this among its options.
final class BrokerTls implements ErrorListener {
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /// Longer than any chain of causes that Java makes.
    private static final int MOST_CAUSES = 20;

    private final @Nullable SSLContext context;
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();

    /// @param context whom it trusts; null for whom Java trusts
    BrokerTls(@Nullable SSLContext context) {
        this.context = context;
    }

    /// What was wrong with the first certificate that was refused, as a sentence; null where none was.
    @Nullable
    String trouble() {
        return trouble.get();
    }

    /// The client itself would take any certificate that somebody has for any name.
    SSLSocket secured(Socket socket, String host, int port) throws IOException {
        try {
            var trusting = context == null ? SSLContext.getDefault() : context;
            if (!(trusting.getSocketFactory().createSocket(socket, host, port, true) instanceof SSLSocket secure)) {
                throw new IOException("no TLS");
            }
            var parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            int usual = secure.getSoTimeout();
            secure.setSoTimeout((int) HANDSHAKE.toMillis());
            secure.startHandshake();
            secure.setSoTimeout(usual);
            return secure;
        } catch (SSLException refused) {
            trouble.compareAndSet(null, sentence(refused, host));
            throw refused;
        } catch (GeneralSecurityException none) {
            throw new IOException("no TLS", none);
        }
    }

    /// What is to be done about a certificate; null where it was something else that failed.
    private static @Nullable String sentence(SSLException refused, String host) {
        boolean isOfNobody = false;
        boolean isOfAnother = false;
        boolean isCertificate = false;
        Throwable cause = refused.getCause();
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof CertificateExpiredException) {
                return ("the certificate of the broker %s has expired: give its nats-server a new one, or set the clock of"
                                + " this host if that is wrong")
                        .formatted(host);
            }
            if (cause instanceof CertificateNotYetValidException) {
                return ("the certificate of the broker %s is not valid yet: set the clock of this host, or give the"
                                + " nats-server another one")
                        .formatted(host);
            }
            isOfNobody |= cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException;
            isOfAnother |= cause.getClass().equals(CertificateException.class); // Java has no other word for it
            isCertificate |= cause instanceof CertificateException;
            cause = cause.getCause();
        }
        if (isOfNobody) {
            return ("the certificate of the broker %s is of an authority that Java does not trust here: use one of a known"
                            + " authority, or have svc's Java trust yours, as docs/fleet.md says")
                    .formatted(host);
        }
        if (isOfAnother) {
            return ("the certificate of the broker is for another name than %s: name the broker as its certificate does,"
                            + " or give its nats-server one for this name")
                    .formatted(host);
        }
        return isCertificate
                ? "Java does not take the certificate of the broker %s: give its nats-server another one"
                        .formatted(host)
                : null;
    }
}
