import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A circuit over bits or over integers mod t, and its evaluation slot by slot. */
final class Circuit {
    private static final Pattern GATE = Pattern.compile("G(\\d+):(L[A-Za-z]+)\\((.*)\\)");

    private record Gate(String node, String name, String[] operands) {}

    final boolean bits;
    private final long modulus;
    private final int length;
    private final int wires;
    private final Gate[] gates;
    private final String[] outputs;

    /** Parses the text of the harness, which is in canonical form. */
    Circuit(List<String> lines) {
        var fields = fields(lines.get(0));
        wires = Integer.parseInt(fields.get("W"));
        length = Integer.parseInt(fields.get("L"));
        bits = !fields.containsKey("T");
        modulus = Long.parseLong(fields.getOrDefault("T", "2"));
        var last = lines.get(lines.size() - 1);
        boolean several = last.startsWith("OUTPUT");
        gates = lines.subList(1, lines.size() - (several ? 1 : 0)).stream().map(Circuit::gate).toArray(Gate[]::new);
        outputs = several
            ? last.substring("OUTPUT(".length(), last.length() - 1).split(",")
            : new String[] {gates[gates.length - 1].node()};
    }

    /** `W=2,D=1.0,L=5` as a map; key parameters are written alike. */
    static Map<String, String> fields(String line) {
        var fields = new HashMap<String, String>();
        for (var field : line.split(",")) {
            var parts = field.split("=", 2);
            fields.put(parts[0], parts[1]);
        }
        return fields;
    }

    private static Gate gate(String line) {
        var found = GATE.matcher(line);
        if (!found.matches()) {
            throw new IllegalArgumentException("not a gate: " + line);
        }
        return new Gate("G" + found.group(1), found.group(2), operands(found.group(3)));
    }

    /** What stands between commas outside brackets. */
    private static String[] operands(String text) {
        int bracket = text.indexOf('[');
        if (bracket < 0) {
            return text.split(",");
        }
        var before = text.substring(0, bracket - 1).split(",");
        var all = Arrays.copyOf(before, before.length + 1);
        all[before.length] = text.substring(bracket);
        return all;
    }

    /** A value for each slot: `[01101]` of bits, `[3,0,7]` of integers, brackets or not. */
    static long[] vector(String text, boolean bits) {
        var inner = text.replace("[", "").replace("]", "");
        return bits
            ? inner.chars().filter(digit -> digit != ',').mapToLong(digit -> digit - '0').toArray()
            : Arrays.stream(inner.split(",")).mapToLong(Long::parseLong).toArray();
    }

    /** The outputs for one vector for each input wire. */
    long[][] evaluate(long[][] inputs) {
        if (inputs.length != wires || Arrays.stream(inputs).anyMatch(one -> one.length != length)) {
            throw new IllegalArgumentException("expected " + wires + " vectors of " + length + " slots");
        }
        var values = new HashMap<String, long[]>();
        for (int wire = 0; wire < wires; wire++) {
            values.put("W" + wire, inputs[wire]);
        }
        for (var gate : gates) {
            values.put(gate.node(), apply(gate, values));
        }
        return Arrays.stream(outputs).map(values::get).toArray(long[][]::new);
    }

    private long[] apply(Gate gate, Map<String, long[]> values) {
        var x = values.get(gate.operands()[0]);
        var second = gate.operands().length > 1 ? gate.operands()[1] : null;
        var result = new long[length];
        if (gate.name().equals("LROTATE")) {
            int amount = Integer.parseInt(second);
            for (int i = 0; i < length; i++) {
                result[(i + amount) % length] = x[i];
            }
            return result;
        }
        // The second operand is a node or, in gates with a constant, a vector.
        var y = second == null ? x : second.startsWith("[") ? vector(second, bits) : values.get(second);
        var mask = gate.name().equals("LSELECT") ? vector(gate.operands()[2], bits) : null;
        for (int i = 0; i < length; i++) {
            result[i] = switch (gate.name()) {
                case "LADD", "LADDconst" -> (x[i] + y[i]) % modulus;
                case "LSUB" -> (x[i] + modulus - y[i]) % modulus;
                case "LNEG" -> (modulus - x[i]) % modulus;
                case "LMUL", "LMULconst" -> x[i] * y[i] % modulus;
                case "LSELECT" -> mask[i] == 1 ? x[i] : y[i];
                default -> throw new IllegalArgumentException("no such gate: " + gate.name());
            };
        }
        return result;
    }
}
