//! The figures of a step, once for Rust, Python and the documents.

/// Calls the macro `$with` with a row for each figure of a step: name, unit, meaning in Markdown.
///
/// `Step` is made of them here and once more in the Python module, docs/protocol.md is tested against them.
#[macro_export]
macro_rules! step_figures {
    ($with:ident) => {
        $with! {
            wall_ns: "ns", "From before the first byte of the request is written to after the last byte \
                of the answer is read (HEtest §4.1); the sum of the next three.";
            send_ns: "ns", "Until the last byte of the request is accepted.";
            wait_ns: "ns", "From then until the first byte of the answer arrives; 0 when it came earlier.";
            receive_ns: "ns", "From then until the last byte of the answer.";
            key_send_ns: "ns", "The part of `send_ns` until the last byte of the KEY packet is accepted; 0 \
                when the request had none.";
            client_cpu_ns: "ns", "CPU time of the client, its threads and descendants.";
            server_cpu_ns: "ns", "CPU time of the server, its threads and descendants.";
            client_peak_bytes: "bytes", "Largest resident size of the client and its descendants during \
                the step.";
            server_peak_bytes: "bytes", "Largest resident size of the server and its descendants during \
                the step.";
            sent_bytes: "bytes", "Length of the request, framing included.";
            received_bytes: "bytes", "Length of the answer, framing and any REPORT included.";
            payload_bytes: "bytes", "Length of the answer without framing: key, ciphertext or text.";
        }
    };
}
