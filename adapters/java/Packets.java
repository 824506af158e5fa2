import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Packets of the protocol: a header line, a body of text or of chunks, a footer line. */
final class Packets {
    private static final int LONGEST_LINE = 1 << 24;
    private static final long LARGEST_CHUNK = 1L << 30;

    private final InputStream in;
    private final OutputStream out;

    Packets(InputStream in, OutputStream out) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.out = new BufferedOutputStream(out, 1 << 16);
    }

    /** The next line without its line feed, or null at the end of input before its first byte. */
    String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 && line.isEmpty()) {
                return null;
            }
            if (next < 0 || line.length() == LONGEST_LINE) {
                throw new EOFException("a line without an end");
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /** Every line up to the footer, which is read too. */
    List<String> text(String name) throws IOException {
        var lines = new ArrayList<String>();
        for (var line = line(); !("END" + name).equals(line); line = line()) {
            if (line == null) {
                throw new EOFException("END" + name + " expected");
            }
            lines.add(line);
        }
        return lines;
    }

    /** Every chunk up to the footer: a size in decimal, a line feed, exactly that many bytes. */
    List<byte[]> chunks(String name) throws IOException {
        var chunks = new ArrayList<byte[]>();
        for (var line = line(); !("END" + name).equals(line); line = line()) {
            if (line == null || !line.matches("0|[1-9][0-9]{0,9}") || Long.parseLong(line) > LARGEST_CHUNK) {
                throw new IOException("the size of a chunk or END" + name + " expected, got " + line);
            }
            var chunk = in.readNBytes(Integer.parseInt(line));
            if (chunk.length < Integer.parseInt(line)) {
                throw new EOFException("a chunk that ends early");
            }
            chunks.add(chunk);
        }
        return chunks;
    }

    void writeText(String name, String body) throws IOException {
        out.write((name + "\n" + body + "\nEND" + name + "\n").getBytes(ISO_8859_1));
        out.flush();
    }

    void writeChunks(String name, List<byte[]> chunks) throws IOException {
        out.write((name + "\n").getBytes(ISO_8859_1));
        for (var chunk : chunks) {
            out.write((chunk.length + "\n").getBytes(ISO_8859_1));
            out.write(chunk);
        }
        out.write(("END" + name + "\n").getBytes(ISO_8859_1));
        out.flush();
    }

    /** An answer in place of the one requested; the session continues. */
    void writeError(String kind, String message) throws IOException {
        var safe = message.replaceAll("[^ -~]", "?").replace("\\", "\\\\").replace("\"", "\\\"");
        writeText("ERROR", "{\"kind\":\"" + kind + "\",\"message\":\"" + safe + "\"}");
    }
}
