package dev.svc.server.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each secret here is made up, and is put together at run time where a scanner of repositories would stumble over it.
class MasksTest {
    private static final String CANARY = "CANARYcanary0123456789CANARYcanary01";
    private final Masks masks = new Masks(() -> List.of("held-by-the-service", "short"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-%s",
                "sk-ant-api03-%s",
                "sk-proj-%s",
                "sk_live_%s",
                "ghp_%s",
                "github_pat_%s",
                "glpat-%s",
                "xoxb-%s",
                "AIza%s",
                "ya29.%s",
                "npm_%s",
                "hf_%s",
                "https://hooks.slack.com/services/T0/B0/%s",
                "12345678:AA%s",
                "otpauth://totp/svc:admin?secret=%s&issuer=svc",
                "postgres://shop:%s@db.example.com/shop",
                "redis://:%s@127.0.0.1:6379/0",
                "https://user:%s@example.com/repo.git",
                "Authorization: Bearer %s",
                "authorization: Basic %s",
                "curl -H 'X-Api-Key: %s' https://example.com",
                "-H \"Authorization: token %s\"",
                "Set-Cookie: session=%s; HttpOnly",
                "PASSWORD=%s",
                "export DB_PASSWORD='%s'",
                "password: %s",
                "\"api_key\": \"%s\"",
                "{\\\"client_secret\\\": \\\"%s\\\"}",
                "AWS_SECRET_ACCESS_KEY=%s",
                "AccountKey=%s;EndpointSuffix=core.windows.net",
                "const token = \"%s\";",
                "mysql --password=%s shop",
                "tool --token %s list",
                "CREATE USER shop IDENTIFIED BY '%s'",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJh%s.%1$s",
                "pbkdf2_sha256$600000$c2FsdA==$%s",
            })
    void forms_of_secrets_are_hidden(String form) {
        var text = "before\n" + form.formatted(CANARY) + "\nafter";
        assertThat(masks.hide(text)).contains("before\n", "\nafter", Masks.MASK).doesNotContain(CANARY);
    }

    @Test
    void keys_by_which_a_cloud_knows_its_customers_are_hidden() {
        assertThat(masks.hide("id AKIA" + "IOSFODNN7EXAMPLE.")).isEqualTo("id " + Masks.MASK + ".");
    }

    @Test
    void a_private_key_is_hidden_whole() {
        assertThat(masks.hide("a\n" + pem("BEGIN") + "\nabcd\nEFGH==\n" + pem("END") + "\nb"))
                .isEqualTo("a\n" + Masks.MASK + "\nb");
    }

    @Test
    void and_also_where_the_text_begins_in_the_middle_of_it() {
        assertThat(masks.hide("MIIEvQIBADANBgkqhkiG9w0\nBAQEFAASC\n" + pem("END") + "\nb"))
                .isEqualTo(Masks.MASK + "\nb");
    }

    @Test
    void and_where_it_ends_there() {
        assertThat(masks.hide("a\n" + pem("BEGIN") + "\nMIIEvQIBADANBgkqhkiG9w0\nBAQEFAASC"))
                .isEqualTo("a\n" + Masks.MASK);
    }

    @Test
    void what_the_service_holds_itself_is_hidden_wherever_it_occurs() {
        assertThat(masks.hide("xheld-by-the-servicex and short")).isEqualTo("x" + Masks.MASK + "x and short");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The tests pass; shall I commit 3f2a9c1e5b7d4f60812a?",
                "Tokens used: 1200 of 8000",
                "see https://example.com/a:b and http://127.0.0.1:8765/#x",
                "git clone git@github.com:shop/shop.git",
                "the passwords page, the secret santa, a token ring",
                "if (a == b) return c;",
                "-----BEGIN CERTIFICATE-----",
                "2026-11-21T10:00:00.000Z engine_1:0b5a7a3e-0000-4000-8000-000000000000",
            })
    void ordinary_text_stays(String text) {
        assertThat(masks.hide(text)).isEqualTo(text);
    }

    private static String pem(String word) {
        return "-----" + word + " RSA PRIVATE " + "KEY-----";
    }

    @Test
    void what_is_masked_already_is_left_as_it_is() {
        var once = masks.hide("curl -H 'x-api-key: " + CANARY + "' token=\"" + CANARY + '"');
        assertThat(once).isEqualTo("curl -H 'x-api-key: [masked]' token=[masked]");
        assertThat(masks.hide(once)).isEqualTo(once);
        assertThat(masks.hide("token=\"[masked] and " + CANARY + '"')).isEqualTo("token=[masked]");
    }

    @Test
    void each_secret_is_noted_once_by_its_kind_and_never_by_itself() {
        var noted = new ArrayList<Secret>();
        var text = "api_key=" + CANARY + " and ghp_" + CANARY + " and held-by-the-service and https://a:b@example.org";
        assertThat(masks.hide(text, noted::add)).doesNotContain(CANARY);
        assertThat(noted).containsExactlyInAnyOrder(Secret.NAMED, Secret.KEY, Secret.OWN, Secret.ADDRESS);
    }

    @Test
    void lines_stay_as_many_and_a_secret_of_several_is_masked_in_each_and_noted_once_where_it_begins() {
        var noted = new ArrayList<String>();
        var lines = List.of(
                "token = \"" + CANARY + "\"",
                "plain",
                "-----BEGIN PRIVATE KEY-----",
                CANARY,
                "-----END PRIVATE KEY-----",
                "held-by-the-service",
                "");
        var hidden = masks.hide(lines, (kind, line) -> noted.add(kind + " " + line));
        assertThat(hidden)
                .containsExactly("token = " + Masks.MASK, "plain", Masks.MASK, Masks.MASK, Masks.MASK, Masks.MASK, "");
        assertThat(noted).containsExactlyInAnyOrder("NAMED 0", "PRIVATE_KEY 2", "OWN 5");
    }
}
