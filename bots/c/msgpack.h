/* As much of MessagePack as a bot needs: reading by walking over the bytes, writing small maps. */

#ifndef MSGPACK_H
#define MSGPACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MAX_DEPTH = 32 };

/* Bytes that are read from the front. `bad` is set by the first thing that does not fit. */
typedef struct {
    const uint8_t *at, *end;
    bool bad;
} Reader;

typedef enum { NIL, BOOLEAN, INTEGER, REAL, STRING, BINARY, ARRAY, MAP, EXTENSION } Kind;

/* One value's head. Contents of arrays and maps follow in the reader; texts point into the bytes. */
typedef struct {
    Kind kind;
    int64_t integer;
    uint32_t size; /* bytes of a text, items of an array, pairs of a map */
    const char *text;
} Value;

static uint64_t take_number(Reader *reader, int bytes) {
    uint64_t number = 0;
    if (reader->end - reader->at < bytes) {
        reader->bad = true;
        return 0;
    }
    while (bytes--) number = number << 8 | *reader->at++;
    return number;
}

static Value take_text(Reader *reader, Kind kind, uint64_t size) {
    Value value = {kind, 0, (uint32_t)size, (const char *)reader->at};
    if ((uint64_t)(reader->end - reader->at) < size) {
        reader->bad = true;
        value.size = 0;
    } else {
        reader->at += size;
    }
    return value;
}

static Value take_value(Reader *reader) {
    const uint8_t tag = (uint8_t)take_number(reader, 1);
    if (reader->bad) return (Value){NIL, 0, 0, NULL};
    if (tag <= 0x7f) return (Value){INTEGER, tag, 0, NULL};
    if (tag <= 0x8f) return (Value){MAP, 0, tag & 15u, NULL};
    if (tag <= 0x9f) return (Value){ARRAY, 0, tag & 15u, NULL};
    if (tag <= 0xbf) return take_text(reader, STRING, tag & 31u);
    if (tag >= 0xe0) return (Value){INTEGER, (int8_t)tag, 0, NULL};
    switch (tag) {
    case 0xc2: case 0xc3: return (Value){BOOLEAN, tag & 1, 0, NULL};
    case 0xc4: case 0xc5: case 0xc6: return take_text(reader, BINARY, take_number(reader, 1 << (tag - 0xc4)));
    case 0xc7: case 0xc8: case 0xc9: return take_text(reader, EXTENSION, take_number(reader, 1 << (tag - 0xc7)) + 1);
    case 0xca: take_number(reader, 4); return (Value){REAL, 0, 0, NULL};
    case 0xcb: take_number(reader, 8); return (Value){REAL, 0, 0, NULL};
    case 0xcc: case 0xcd: case 0xce: case 0xcf:
        return (Value){INTEGER, (int64_t)take_number(reader, 1 << (tag - 0xcc)), 0, NULL};
    case 0xd0: return (Value){INTEGER, (int8_t)take_number(reader, 1), 0, NULL};
    case 0xd1: return (Value){INTEGER, (int16_t)take_number(reader, 2), 0, NULL};
    case 0xd2: return (Value){INTEGER, (int32_t)take_number(reader, 4), 0, NULL};
    case 0xd3: return (Value){INTEGER, (int64_t)take_number(reader, 8), 0, NULL};
    case 0xd4: case 0xd5: case 0xd6: case 0xd7: case 0xd8:
        return take_text(reader, EXTENSION, (1u << (tag - 0xd4)) + 1);
    case 0xd9: case 0xda: case 0xdb: return take_text(reader, STRING, take_number(reader, 1 << (tag - 0xd9)));
    case 0xdc: case 0xdd: return (Value){ARRAY, 0, (uint32_t)take_number(reader, 2 << (tag - 0xdc)), NULL};
    case 0xde: case 0xdf: return (Value){MAP, 0, (uint32_t)take_number(reader, 2 << (tag - 0xde)), NULL};
    case 0xc1: reader->bad = true; break;
    }
    return (Value){NIL, 0, 0, NULL};
}

/* Steps over one whole value. */
static void skip_value(Reader *reader, int depth) {
    const Value value = take_value(reader);
    uint64_t left = value.kind == MAP ? 2ull * value.size : value.kind == ARRAY ? value.size : 0;
    if (left && depth >= MAX_DEPTH) reader->bad = true;
    while (left-- && !reader->bad) skip_value(reader, depth + 1);
}

static bool is_text(Value value, const char *text) {
    return value.kind == STRING && value.size == strlen(text) && memcmp(value.text, text, value.size) == 0;
}

/* The field of this name of the map that the reader stands at; NIL if it has none. The reader itself stays. */
static Value find_field(Reader reader, const char *name) {
    const Value map = take_value(&reader);
    if (map.kind != MAP) return (Value){NIL, 0, 0, NULL};
    for (uint32_t i = 0; i < map.size && !reader.bad; i++) {
        const bool found = is_text(take_value(&reader), name);
        if (found) return take_value(&reader);
        skip_value(&reader, 1);
    }
    return (Value){NIL, 0, 0, NULL};
}

/* A message under construction; behind its first four bytes, which are for the length. */
typedef struct {
    uint8_t bytes[512];
    size_t size;
} Writer;

static void put_byte(Writer *writer, unsigned byte) {
    if (writer->size < sizeof writer->bytes) writer->bytes[writer->size++] = (uint8_t)byte;
}

static void put_map(Writer *writer, unsigned pairs) { put_byte(writer, 0x80 | pairs); }

static void put_text(Writer *writer, const char *text) {
    const size_t size = strlen(text);
    put_byte(writer, 0xd9);
    put_byte(writer, (unsigned)size);
    for (size_t i = 0; i < size; i++) put_byte(writer, (uint8_t)text[i]);
}

static void put_integer(Writer *writer, uint64_t number) {
    put_byte(writer, 0xcf);
    for (int shift = 56; shift >= 0; shift -= 8) put_byte(writer, (unsigned)(number >> shift) & 255);
}

static void put_boolean(Writer *writer, bool value) { put_byte(writer, value ? 0xc3 : 0xc2); }

#endif
