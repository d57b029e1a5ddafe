package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KimiBucketTest {

    /// The first ones were seen on a disk.
    @ParameterizedTest
    @CsvSource({
        "/home/casey/code/shop, wd_shop_71902a579a23",
        "/home/casey/code/käse-café, wd_k-se-caf_efbc5e5ff7a3",
        "/home/casey/work/data lab/etl, wd_etl_61d34d3e7c90",
        "/home/casey/code/docs-site, wd_docs-site_f85d4a24a909",
    })
    void a_bucket_is_named_by_the_last_folder_and_a_checksum_of_all(String cwd, String name) {
        assertThat(KimiBucket.name(cwd)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "/x/-My App!-, wd_my-app_",
        "/x/ñandú-app, wd_and--app_",
        "/x/..., wd_..._",
        "/x/买东西, wd_workspace_",
        "/, wd_workspace_e3b0c44298fc",
        "/x/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bcd, wd_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_",
    })
    void what_is_no_plain_letter_becomes_a_dash_and_a_long_name_is_cut(String cwd, String begin) {
        assertThat(KimiBucket.name(cwd)).startsWith(begin);
    }
}
