"""The hub, as it answers and as it does not, on this machine alone."""

from __future__ import annotations

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from huggingface_hub import constants

from provelight.models import hub
from provelight.models.errors import ModelError
from provelight.models.hub import find_on_hub

CONFIG = {"model_type": "qwen3"}


class Hub(BaseHTTPRequestHandler):
    """Answers by the owner's name: `s404/x` gives status 404."""

    def do_GET(self):
        status = int(self.path.split("/")[1].removeprefix("s"))
        body = json.dumps(CONFIG).encode() if status == 200 else b"no"
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path) -> Path:
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    return tmp_path


def point_to(monkeypatch, endpoint):
    monkeypatch.setattr(constants, "ENDPOINT", endpoint)
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE
    monkeypatch.setattr(
        constants, "HUGGINGFACE_CO_URL_TEMPLATE", endpoint + "/" + template.split("/", 3)[3]
    )


@pytest.fixture
def answering(monkeypatch):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    point_to(monkeypatch, f"http://127.0.0.1:{server.server_port}")
    yield
    server.shutdown()
    server.server_close()


@pytest.fixture
def refusing(monkeypatch):
    point_to(monkeypatch, "http://127.0.0.1:9")


@pytest.fixture
def silent(monkeypatch):
    """A hub that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        point_to(monkeypatch, f"http://127.0.0.1:{listener.getsockname()[1]}")
        yield


def refusal(repo):
    began = time.monotonic()
    with pytest.raises(ModelError) as raised:
        find_on_hub(repo)
    assert time.monotonic() - began < 10
    return str(raised.value)


@pytest.mark.usefixtures("answering")
def test_a_model_that_is_there_is_loaded_by_its_id():
    assert find_on_hub("s200/model") == ("s200/model", CONFIG)


@pytest.mark.usefixtures("answering")
@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_model_that_is_not_there_or_not_given_out_says_so(status):
    message = refusal(f"s{status}/model")
    assert f"HTTP {status}" in message
    assert "hf auth login" in message


@pytest.mark.usefixtures("answering")
def test_a_hub_in_trouble_counts_as_out_of_reach():
    assert "HTTP status 503" in refusal("s503/model")


def assert_tells_what_to_do(message):
    assert "'Qwen/Qwen3-4B'" in message
    assert "hf download Qwen/Qwen3-4B --local-dir DIR" in message
    assert "model.path=DIR" in message


@pytest.mark.usefixtures("refusing")
def test_a_hub_that_refuses_says_what_to_do():
    assert_tells_what_to_do(refusal("Qwen/Qwen3-4B"))


@pytest.mark.usefixtures("silent")
def test_a_hub_that_is_silent_says_what_to_do_within_the_deadline(monkeypatch):
    monkeypatch.setattr(hub, "DEADLINE_S", 0.3)
    message = refusal("Qwen/Qwen3-4B")
    assert_tells_what_to_do(message)
    assert "no answer in 0 s" in message


def test_offline_mode_asks_nobody(monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(hub, "_ask", pytest.fail)
    message = refusal("Qwen/Qwen3-4B")
    assert_tells_what_to_do(message)
    assert "HF_HUB_OFFLINE" in message


def put_in_cache(cache, folder, leave_out=None):
    snapshot = cache / "models--Qwen--Qwen3-4B" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (cache / "models--Qwen--Qwen3-4B" / "refs").mkdir()
    (cache / "models--Qwen--Qwen3-4B" / "refs" / "main").write_text("abc")
    for file in folder.iterdir():
        if file.name != leave_out:
            (snapshot / file.name).write_bytes(file.read_bytes())
    return snapshot


@pytest.mark.usefixtures("refusing")
def test_a_whole_copy_in_the_cache_is_used_without_the_hub(cache, folder):
    snapshot = put_in_cache(cache, folder)
    location, config = find_on_hub("Qwen/Qwen3-4B")
    assert Path(location) == snapshot
    assert config["model_type"] == "llama"


@pytest.mark.usefixtures("refusing")
def test_half_a_copy_in_the_cache_is_told(cache, folder):
    put_in_cache(cache, folder, leave_out="model.safetensors")
    message = refusal("Qwen/Qwen3-4B")
    assert "not whole" in message
    assert_tells_what_to_do(message)
