// Loaded into Playwright's driver before anything else (`driver.py`). A page can send frames over sockets as large and as
// often as it likes; the driver would parse each of them twice and pass it on, in the one process that serves all pages.
// Nothing here looks at them, so such a message is dropped unparsed.
const parse = JSON.parse;
const UNUSED = /^\{"method":"Network\.(dataReceived|eventSourceMessageReceived|webSocketFrame(Received|Sent))"/;

JSON.parse = (text, reviver) => (typeof text === "string" && UNUSED.test(text) ? {} : parse(text, reviver));
