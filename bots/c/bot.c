/* A bot to copy: plays any game from the list of legal moves. Needs a C compiler, nothing of palio.
 * Change `choose`; everything around it is the protocol. Write to stderr as you like, never to stdout. */

#include <stdio.h>
#include <stdlib.h>

#include "msgpack.h"

enum { MAX_FRAME = 1 << 20, MAX_TABLES = 64 };

/* A game that the bot plays, and its random stream. */
typedef struct {
    bool open;
    int64_t table;
    uint64_t random;
} Table;

static Table tables[MAX_TABLES];

static uint32_t draw(uint64_t *random, uint32_t below) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 32) * below >> 32);
}

/* The index of the move to play. `moves` stands at the first of the legal moves, which are texts; the message also has
 * `view`, all that your seat knows, `limit`, how long you may think, and `events`, what has happened. */
static uint32_t choose(Reader message, Reader moves, uint32_t count, uint64_t *random) {
    (void)message;
    (void)moves;
    return draw(random, count);
}

static void send(Writer *writer) {
    const size_t size = writer->size - 4;
    for (int i = 0; i < 4; i++) writer->bytes[i] = (uint8_t)(size >> (24 - 8 * i));
    fwrite(writer->bytes, 1, writer->size, stdout);
    fflush(stdout);
}

/* A message with its type, and an id if there is one; `more` fields follow. */
static Writer begin(const char *type, Value id, unsigned more) {
    Writer writer = {.size = 4};
    put_map(&writer, 1 + more + (id.kind == INTEGER));
    put_text(&writer, "type");
    put_text(&writer, type);
    if (id.kind == INTEGER) {
        put_text(&writer, "id");
        put_integer(&writer, (uint64_t)id.integer);
    }
    return writer;
}

static void answer(const char *type, Value id) {
    Writer writer = begin(type, id, 0);
    send(&writer);
}

static void fail(Value id, const char *code, const char *text, const char *field) {
    Writer writer = begin("error", id, 4);
    put_text(&writer, "code");
    put_text(&writer, code);
    put_text(&writer, "text");
    put_text(&writer, text);
    put_text(&writer, "field");
    put_text(&writer, field);
    put_text(&writer, "retry");
    put_boolean(&writer, false);
    send(&writer);
}

static void greet(void) {
    Writer writer = begin("hello", (Value){NIL, 0, 0, NULL}, 4);
    put_text(&writer, "protocol");
    put_integer(&writer, 1);
    put_text(&writer, "name");
    put_text(&writer, "c example");
    put_text(&writer, "version");
    put_text(&writer, "1.0");
    put_text(&writer, "games"); /* none listed: it plays every game, with any number of seats */
    put_byte(&writer, 0x90);
    send(&writer);
}

static Table *find_table(int64_t number, bool open) {
    for (int i = 0; i < MAX_TABLES; i++)
        if (tables[i].open == open && (!open || tables[i].table == number)) return &tables[i];
    return NULL;
}

static void start(Reader message, Value id) {
    const int64_t number = find_field(message, "table").integer;
    Table *table = find_table(number, true);
    if (table == NULL) table = find_table(number, false);
    if (table == NULL) {
        fail(id, "refused", "too many games at once", "table");
        return;
    }
    *table = (Table){true, number, (uint64_t)find_field(message, "seed").integer};
    answer("ok", id);
}

/* The reader, moved to the value of a field of the message. */
static Reader at_field(Reader message, const char *name) {
    const Value map = take_value(&message);
    for (uint32_t i = 0; i < map.size && !message.bad; i++) {
        if (is_text(take_value(&message), name)) return message;
        skip_value(&message, 1);
    }
    message.bad = true;
    return message;
}

static void decide(Reader message, Value id) {
    Table *table = find_table(find_field(message, "table").integer, true);
    Reader moves = at_field(message, "moves");
    const Value list = take_value(&moves);
    if (table == NULL) {
        fail(id, "unknown_id", "no game at this table", "table");
        return;
    }
    if (moves.bad || list.kind != ARRAY || list.size == 0) {
        fail(id, "invalid", "expected a list of moves", "moves");
        return;
    }
    Writer writer = begin("move", id, 1);
    put_text(&writer, "move");
    put_integer(&writer, choose(message, moves, list.size, &table->random));
    send(&writer);
}

static void finish(Reader message) {
    Table *table = find_table(find_field(message, "table").integer, true);
    if (table != NULL) table->open = false;
}

/* Returns false when the host says quit. */
static bool handle(Reader message) {
    const Value type = find_field(message, "type"), id = find_field(message, "id");
    if (is_text(type, "hello")) greet();
    else if (is_text(type, "start")) start(message, id);
    else if (is_text(type, "decide")) decide(message, id);
    else if (is_text(type, "ping")) answer("pong", id);
    else if (is_text(type, "ready")) answer("ready", id);
    else if (is_text(type, "set")) fail(id, "invalid", "there are no options", "options");
    else if (is_text(type, "result")) finish(message);
    else if (is_text(type, "quit")) return false;
    else if (!is_text(type, "stop") && !is_text(type, "error")) fail(id, "unsupported", "unknown message", "type");
    return true;
}

int main(void) {
    static uint8_t body[MAX_FRAME];
    uint8_t header[4];
    while (fread(header, 1, 4, stdin) == 4) {
        const uint32_t size = (uint32_t)header[0] << 24 | header[1] << 16 | header[2] << 8 | header[3];
        if (size > MAX_FRAME || fread(body, 1, size, stdin) != size) return EXIT_FAILURE;
        if (!handle((Reader){body, body + size, false})) return EXIT_SUCCESS;
    }
    return EXIT_SUCCESS;
}
