"""A Messages API on loopback that plays a script: one assistant message per request."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Block = dict[str, Any]
Message = list[Block]

USAGE = {
    "input_tokens": 1,
    "output_tokens": 1,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
}
CHARACTERS_PER_TOKEN = 4  # what the Read tool's own token limit is compared with


class MockApi:
    """The script of one session, the requests that the client sent for it, and when each came."""

    def __init__(self, script: Sequence[Message]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.came: list[float] = []
        self.url = ""
        self._script = list(script)
        self._lock = threading.Lock()

    def next_message(self, body: dict[str, Any]) -> Message:
        """Return the script's next message; a request without tools (a title, say) gets a text."""
        if not body.get("tools"):
            return [text("ok")]
        with self._lock:
            self.requests.append(body)
            self.came.append(time.perf_counter())
            turn = len(self.requests) - 1
        return self._script[turn] if turn < len(self._script) else [text("done")]


def text(words: str) -> Block:
    """Return a text block of an assistant message."""
    return {"type": "text", "text": words}


def tool_use(call_id: str, name: str, tool_input: dict[str, Any]) -> Block:
    """Return a block that calls a tool of the client."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": tool_input}


@contextmanager
def serve(script: Sequence[Message]) -> Iterator[MockApi]:
    """Serve `script` on a free port of loopback; `url` of what is yielded is its address."""
    api = MockApi(script)
    server = _Server(api)
    api.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: MockApi) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.api = api


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base's name
        pass

    def do_HEAD(self) -> None:
        self._send(200, "application/json", b"")

    def do_GET(self) -> None:
        self._send(404, "application/json", b"{}")

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            self._send_json({"input_tokens": _tokens(body)})
        elif path.endswith("/v1/messages"):
            self._answer(body, self.server.api.next_message(body))
        else:
            self._send(404, "application/json", b"{}")

    def _answer(self, body: dict[str, Any], message: Message) -> None:
        head = _message_head(body.get("model"), len(self.server.api.requests))
        stop = "tool_use" if any(b["type"] == "tool_use" for b in message) else "end_turn"
        if body.get("stream"):
            self._send(200, "text/event-stream", _stream(head, message, stop))
        else:
            self._send_json({**head, "content": message, "stop_reason": stop})

    def _send_json(self, value: object) -> None:
        self._send(200, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _tokens(body: dict[str, Any]) -> int:
    return len(json.dumps(body.get("messages") or "")) // CHARACTERS_PER_TOKEN


def _message_head(model: object, turn: int) -> dict[str, Any]:
    return {
        "id": f"msg_{turn:06d}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": USAGE,
    }


def _stream(head: dict[str, Any], message: Message, stop: str) -> bytes:
    events: list[dict[str, Any]] = [{"type": "message_start", "message": head}]
    for index, block in enumerate(message):
        start, delta = _opened(block)
        events += [
            {"type": "content_block_start", "index": index, "content_block": start},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ending = {"stop_reason": stop, "stop_sequence": None}
    events += [
        {"type": "message_delta", "delta": ending, "usage": USAGE},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events).encode()


def _opened(block: Block) -> tuple[Block, Block]:
    if block["type"] == "text":
        return text(""), {"type": "text_delta", "text": block["text"]}
    partial = json.dumps(block["input"])
    return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": partial}
