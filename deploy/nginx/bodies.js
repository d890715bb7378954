// The deadline of small bodies, which nginx has no directive for: client_body_timeout starts anew
// with each byte.

// Receives a request's body, and ends the request and its connection when limits.conf's time is
// over. An error does that; a response would wait for the rest of the body.
async function receive(r) {
    const late = () => { throw new Error("the body took too long"); };
    const deadline = setTimeout(late, Number(r.variables.small_body_milliseconds));
    await r.readRequestArrayBuffer();
    clearTimeout(deadline);
}

export default { receive };
