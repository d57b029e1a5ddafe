package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaterMergesTest {
    private static final int MANY = 100;

    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final OpenIndex.LaterMerges merges = new OpenIndex.LaterMerges();
    private final IndexWriter writer;

    LaterMergesTest() throws IOException {
        var settings = new IndexWriterConfig(new WhitespaceAnalyzer());
        settings.setMergePolicy(new TieredMergePolicy());
        settings.setMergeScheduler(merges);
        settings.setMaxFullFlushMergeWaitMillis(0);
        writer = new IndexWriter(directory, settings);
    }

    @BeforeEach
    void look_after_each_of_many_documents() throws IOException {
        for (int i = 0; i < MANY; i++) {
            var document = new Document();
            document.add(new TextField("text", "word " + i, Store.NO));
            writer.addDocument(document);
            assertThat(segments()).isPositive();
        }
    }

    @AfterEach
    void close() throws IOException {
        writer.rollback();
        directory.close();
    }

    private int segments() throws IOException {
        try (var reader = DirectoryReader.open(writer)) {
            assertThat(reader.numDocs()).isPositive();
            return reader.leaves().size();
        }
    }

    @Test
    void who_looks_merges_nothing() throws IOException {
        assertThat(segments()).isEqualTo(MANY);
    }

    @Test
    void who_commits_merges_nothing() throws IOException {
        writer.commit();
        assertThat(segments()).isEqualTo(MANY);
    }

    @Test
    void what_waits_is_merged_when_it_is_asked_for_and_once() throws IOException {
        assertThat(merges.run()).isTrue();
        assertThat(segments()).isLessThan(MANY / 2);
        assertThat(merges.run()).isFalse();
    }
}
