package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.MMapDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexFormTest {
    @TempDir
    private Path folder;

    private void write(String form) throws IOException {
        try (var directory = new MMapDirectory(folder);
                var writer = new IndexWriter(directory, new IndexWriterConfig())) {
            var document = new Document();
            document.add(new TextField(Fields.TEXT, "as it was written then", Store.YES));
            writer.addDocument(document);
            writer.setLiveCommitData(Map.of(IndexFolder.FORM, form).entrySet());
            writer.commit();
        }
    }

    private int documents(AtomicInteger emptied) throws IOException {
        try (var index = new SearchIndex(folder, () -> 2048, emptied::incrementAndGet)) {
            return index.look(searcher -> searcher.getIndexReader().numDocs());
        }
    }

    @Test
    void an_index_of_an_earlier_form_is_emptied_and_followed_again() throws IOException {
        for (var form : List.of("1", "2")) {
            write(form);
            var emptied = new AtomicInteger();
            assertThat(documents(emptied)).isZero();
            assertThat(emptied).hasPositiveValue();
        }
    }

    @Test
    void an_index_of_this_form_is_kept() throws IOException {
        write(Fields.FORM);
        var emptied = new AtomicInteger();
        assertThat(documents(emptied)).isEqualTo(1);
        assertThat(emptied).hasValue(0);
    }
}
