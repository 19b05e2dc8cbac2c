"""What a person who gives something wrong is told, through the command line (P4)."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from command_line import CommandLine, is_gone

from provelight.models.tiny import write_tiny

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

FAST = (
    "experiment=quickstart",
    "model=tiny",
    "warm_start=none",
    "evaluation.tasks=0",
    "evaluation.base_tasks=0",
    "evaluation.everything_new_tasks=0",
    "data.development_tasks=0",
    "data.prompts_per_step=1",
    "rollout.group_size=2",
)
WONT_START = (
    "environment.servers=[{_target_: provelight.environments.config.ServerConfig, "
    "name: banking, command: ['false']}]"
)
Train = Callable[..., CommandLine]


@pytest.fixture(scope="module", autouse=True)
def _no_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where the hub is out of reach, before the processes to fork from are started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
        patch.setenv("HF_HUB_CACHE", str(tmp_path_factory.mktemp("hub")))
        yield


@pytest.fixture
def train(tmp_path: Path) -> Train:
    def start(*overrides: str) -> CommandLine:
        folder = [] if any("resume=" in o for o in overrides) else [f"run_folder={tmp_path}/run"]
        return CommandLine.start(tmp_path, "train", *FAST, *folder, *overrides)

    return start


def refusal(command: CommandLine, *, lines: int = 1) -> str:
    """The one message that a wrong command ends in; a server that it started is gone."""
    servers: set[int] = set()
    while command.process.is_alive():
        servers |= set(command.servers())
        command.process.join(0.05)
    status, output = command.wait()
    assert status == 2, output
    assert "Traceback" not in output
    told = [line for line in output.splitlines() if not line.startswith("run folder ")]
    assert told[0].startswith("provelight train: "), output
    assert len(told) <= lines, output
    assert all(map(is_gone, servers))
    return "\n".join(told)


@pytest.mark.parametrize(
    ("override", "messages"),
    [
        ("rollout.grop_size=4", ["grop_size", "did you mean rollout.group_size?"]),
        ("rollout.group_size=many", ["rollout.group_size", "an integer", "8"]),
        ("steps=many", ["steps=many", "an integer"]),
        ("lora.rank=many", ["lora.rank", "integer"]),
        ("rollout.group_size=1", ["rollout.group_size=1", "give 2 or more"]),
        ("environment.servers=[bankin]", ["bankin", "banking"]),
    ],
)
def test_a_wrong_value_is_told_with_what_would_do(
    train: Train, override: str, messages: list[str]
) -> None:
    told = refusal(train(override))
    for message in messages:
        assert message in told


def test_a_server_that_does_not_start_is_named_with_its_command(train: Train) -> None:
    told = refusal(train(WONT_START, "synthesis.servers=[banking]"), lines=6)
    for message in ("server 'banking' did not start", "command: false", "fix: "):
        assert message in told


def test_a_corrupt_model_file_is_named(train: Train, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    write_tiny("llama", folder)
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    told = refusal(train(f"model.path={folder}"))
    assert f"{weights}: corrupt" in told
    assert "fetch it again" in told


def test_an_existing_run_folder_is_left_alone(train: Train, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    told = refusal(train())
    assert f"resume={tmp_path / 'run'}" in told
    assert not list((tmp_path / "run").iterdir())


def test_a_model_that_cannot_be_fetched_says_how_to_give_it(train: Train) -> None:
    told = refusal(train("model=qwen3_4b"))
    assert "Qwen/Qwen3-4B-Instruct-2507" in told
    assert "model.path=" in told


def test_ctrl_c_in_a_rollout_ends_the_servers_and_the_run_can_go_on(
    train: Train, tmp_path: Path
) -> None:
    last = tmp_path / "run" / "checkpoints" / "last.ckpt"
    long = ("steps=500", "rollout.max_message_tokens=60", "checkpoint_every_steps=1")
    command = train(*long)
    wait_until(last.is_file, command)
    time.sleep(0.1)  # the next step has begun, and a step is all but its rollout
    [server] = command.servers()
    assert command.process.pid is not None
    os.kill(command.process.pid, signal.SIGINT)
    started = time.monotonic()
    wait_until(lambda: is_gone(server))
    assert time.monotonic() - started < 1.0
    status, output = command.wait()
    assert status == 130, output
    assert "Traceback" not in output
    assert f"resume={tmp_path / 'run'}" in output
    done = torch.load(last, weights_only=True)["StepDataModule"]["next_step"]
    status, output = train(f"resume={tmp_path / 'run'}", f"steps={done + 1}").wait()
    assert status == 0, output
    assert torch.load(last, weights_only=True)["StepDataModule"]["next_step"] == done + 1


def wait_until(condition: Callable[[], bool], command: CommandLine | None = None) -> None:
    deadline = time.monotonic() + 100
    while not condition():
        if command is not None and not command.process.is_alive():
            pytest.fail(command.output.read_text())
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)
