// A bot to copy: plays any game from the list of legal moves. Needs node and @msgpack/msgpack, nothing of palio.
// Change `choose`; everything around it is the protocol.

"use strict";

const fs = require("node:fs");
const { decode, encode } = require("@msgpack/msgpack");

console.log = console.error; // a stray log must not get between the messages

// The index of the move to play. decision.moves has the legal moves as text, decision.view all that your seat knows,
// decision.limit how long you may think, decision.events what has happened since you were asked last.
function choose(decision, random) {
  return Math.floor(random() * decision.moves.length);
}

// A small random stream, so that the same seed plays the same moves.
function stream(seed) {
  let state = seed % 2147483647 || 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function send(message) {
  const body = encode(message);
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32BE(body.length, 0);
  frame.set(body, 4);
  for (let at = 0; at < frame.length; ) at += fs.writeSync(1, frame, at);
}

function fail(asked, code, text, field) {
  const error = { type: "error", code, text, field, retry: false };
  send(asked.id === undefined ? error : { ...error, id: asked.id });
}

const tables = new Map();

const handlers = {
  // No games listed: it plays every game, with any number of seats.
  hello: () => send({ type: "hello", protocol: 1, name: "javascript example", version: "1.0", games: [] }),
  start(asked) {
    tables.set(asked.table, stream(asked.seed));
    send({ type: "ok", id: asked.id });
  },
  decide(asked) {
    const random = tables.get(asked.table);
    if (random === undefined) fail(asked, "unknown_id", "no game at this table", "table");
    else send({ type: "move", id: asked.id, move: choose(asked, random) });
  },
  ping: (asked) => send({ type: "pong", id: asked.id }),
  ready: (asked) => send({ type: "ready", id: asked.id }),
  set: (asked) => fail(asked, "invalid", "there are no options", "options"),
  result: (asked) => tables.delete(asked.table),
  quit: () => process.exit(0),
  stop: () => {}, // every decision is answered at once: there is nothing to stop
  error: () => {},
};

function handle(asked) {
  const known = Object.hasOwn(handlers, asked.type);
  if (known) handlers[asked.type](asked);
  else fail(asked, "unsupported", `unknown message ${asked.type}`, "type");
}

let buffer = Buffer.alloc(0);

process.stdin.on("data", (data) => {
  buffer = Buffer.concat([buffer, data]);
  while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE(0)) {
    const end = 4 + buffer.readUInt32BE(0);
    const body = buffer.subarray(4, end);
    buffer = buffer.subarray(end);
    handle(decode(body));
  }
});
process.stdin.on("end", () => process.exit(0));
