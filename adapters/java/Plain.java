import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A system under test that encrypts nothing: a pattern for adapters in a language without a kit. */
public final class Plain {
    /** Products of two values below it fit into a long. */
    private static final long MAX_MODULUS = (1L << 31) - 1;
    private static final int MAX_SECURITY = 256;

    private final Packets packets = new Packets(System.in, System.out);
    private boolean bits;
    private Circuit circuit;

    public static void main(String[] arguments) throws IOException {
        var role = arguments.length == 1 ? arguments[0] : "";
        if (!role.equals("client") && !role.equals("server")) {
            System.err.println("usage: java Plain client|server   (packets on standard input and output)");
            System.exit(2);
        }
        if (!"2".equals(System.getenv("RINGASSAY_PROTOCOL"))) {
            System.err.println("this program needs RINGASSAY_PROTOCOL=2");
            System.exit(2);
        }
        new Plain().run(role);
    }

    private void run(String role) throws IOException {
        packets.writeText("HELLO", """
            {"protocol":2,"role":"%s","name":"java-plain","version":"1","scheme":"none",\
            "spaces":["gf2","zt"],"gates":["LADD","LADDconst","LMUL","LMULconst","LROTATE","LSELECT","LSUB","LNEG"],\
            "limits":{"max_modulus":%d,"max_outputs":65536,"max_security":%d}}""".formatted(role, MAX_MODULUS, MAX_SECURITY));
        for (var header = packets.line(); header != null; header = packets.line()) {
            try {
                switch (role + " " + header) {
                    case "client KEY" -> makeKey(packets.text("KEY").get(0));
                    case "client PDATA" -> encrypt(packets.text("PDATA").get(0));
                    case "client EDATA" -> decrypt(packets.chunks("EDATA"));
                    case "server KEY" -> packets.chunks("KEY"); // No answer to it.
                    case "server CIRCUIT" -> ingest(packets.text("CIRCUIT"));
                    case "server EDATA" -> evaluate(packets.chunks("EDATA"));
                    default -> throw new IOException("unexpected packet " + header);
                }
            } catch (Refused refused) {
                packets.writeError("refused", refused.getMessage());
            } catch (RuntimeException broken) {
                broken.printStackTrace();
                packets.writeError("failed", String.valueOf(broken.getMessage()));
            }
        }
    }

    private void makeKey(String parameters) throws IOException {
        var fields = Circuit.fields(parameters);
        if (Long.parseLong(fields.get("K")) > MAX_SECURITY) {
            throw new Refused("security of at most " + MAX_SECURITY + " bits");
        }
        bits = !fields.containsKey("T");
        packets.writeText("REPORT", "{\"parameters\":{\"scheme\":\"none\",\"security_bits\":0}}");
        packets.writeChunks("KEY", List.of(parameters.getBytes(ISO_8859_1)));
    }

    /** One chunk for each input wire. A library encrypts here. */
    private void encrypt(String input) throws IOException {
        var inner = input.substring(1, input.length() - 1);
        var vectors = bits ? inner.split(",") : inner.substring(1, inner.length() - 1).split("\\],\\[");
        packets.writeChunks("EDATA", Arrays.stream(vectors).map(one -> one.getBytes(ISO_8859_1)).toList());
    }

    /** One chunk for each output. A library decrypts here. */
    private void decrypt(List<byte[]> chunks) throws IOException {
        packets.writeText("PDATA", chunks.stream()
            .map(one -> write(Circuit.vector(new String(one, ISO_8859_1), bits), bits))
            .collect(Collectors.joining(";")));
    }

    private void ingest(List<String> lines) throws IOException {
        circuit = new Circuit(lines);
        packets.writeText("CIRCUIT", "CIRCUIT READY");
    }

    private void evaluate(List<byte[]> chunks) throws IOException {
        if (circuit == null) {
            throw new Refused("no circuit was given");
        }
        var inputs = chunks.stream()
            .map(one -> Circuit.vector(new String(one, ISO_8859_1), circuit.bits)).toArray(long[][]::new);
        packets.writeChunks("EDATA", Arrays.stream(circuit.evaluate(inputs))
            .map(one -> write(one, circuit.bits).getBytes(ISO_8859_1)).toList());
    }

    /** `01101` for bits, `[3,0,7]` for integers. */
    private static String write(long[] vector, boolean bits) {
        var values = Arrays.stream(vector).mapToObj(Long::toString).toList();
        return bits ? String.join("", values) : "[" + String.join(",", values) + "]";
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
