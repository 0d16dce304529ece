"""The protocol between hosts and bots: frames and typed messages, as `protocol/PROTOCOL.md` specifies."""

from palio.wire.frames import HEADER_BYTES, MAX_DEPTH, MAX_FRAME, FrameReader, pack_frame, unpack_body
from palio.wire.messages import PROTOCOL_VERSION, Message, read_message, write_message

__all__ = [
    "HEADER_BYTES",
    "MAX_DEPTH",
    "MAX_FRAME",
    "PROTOCOL_VERSION",
    "FrameReader",
    "Message",
    "pack_frame",
    "read_message",
    "unpack_body",
    "write_message",
]
