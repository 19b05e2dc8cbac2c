"""Models on the Hugging Face hub: found out in seconds whether one can be had.

huggingface_hub retries a hub that does not answer for minutes, so it is asked first, once, for the
configuration alone.
"""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import Any

from provelight.models.errors import ModelError
from provelight.models.folders import check_folder

CONNECT_TIMEOUT_S = 4.0
DEADLINE_S = 8.0
"""Name resolution has no time-out of its own, so the whole question has one."""


class HubUnreachable(Exception):
    """The hub gave no answer; the message says why."""


def find_on_hub(repo: str) -> tuple[str, dict[str, Any]]:
    """Finds a model by its id, in the hub's cache on this machine or on the hub.

    Returns:
        The folder of a whole copy in the cache where the hub is out of reach, else the id itself;
        and the content of its config.json.

    Raises:
        ModelError: where it can be had from neither, saying how to give it by `model.path`.
    """
    try:
        return repo, fetch_config(repo)
    except HubUnreachable as error:
        reason = str(error)
    cached = _cached_folder(repo)
    if cached is None:
        raise _unavailable(repo, f"it is not in the cache of this machine, and {reason}")
    try:
        return str(cached), check_folder(cached)
    except ModelError as error:
        raise _unavailable(
            repo, f"its copy in the cache is not whole ({error}), and {reason}"
        ) from error


def fetch_config(repo: str) -> dict[str, Any]:
    """Asks the hub for the config.json of a model, once.

    Raises:
        HubUnreachable: where no answer comes within `DEADLINE_S`, or offline mode is set.
        ModelError: where the hub has no such model or does not give it out.
    """
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE:
        raise HubUnreachable("HF_HUB_OFFLINE forbids to ask the hub")
    answers: queue.SimpleQueue[tuple[int, Any] | Exception] = queue.SimpleQueue()
    threading.Thread(target=_ask, args=(repo, answers), daemon=True).start()
    try:
        answer = answers.get(timeout=DEADLINE_S)
    except queue.Empty:
        answer = TimeoutError(f"no answer in {DEADLINE_S:.0f} s")
    if isinstance(answer, Exception):
        raise HubUnreachable(f"the hub {constants.ENDPOINT} cannot be reached ({answer})")
    return _read_answer(repo, *answer)


def _ask(repo: str, answers: queue.SimpleQueue[tuple[int, Any] | Exception]) -> None:
    from huggingface_hub import get_session, hf_hub_url
    from huggingface_hub.utils._headers import build_hf_headers

    try:
        answer = get_session().get(
            hf_hub_url(repo, "config.json"),
            headers=build_hf_headers(),
            timeout=CONNECT_TIMEOUT_S,
            follow_redirects=True,
        )
        answers.put((answer.status_code, answer.json() if answer.is_success else None))
    except Exception as error:  # whatever it was, the asker is told
        answers.put(error)


def _read_answer(repo: str, status: int, config: Any) -> dict[str, Any]:
    if status == 200 and isinstance(config, dict):
        return config
    if status >= 500 or status == 429:
        raise HubUnreachable(f"the hub answered with HTTP status {status}")
    if status in (401, 403, 404):
        raise ModelError(
            f"the hub has no model {repo!r} for you (HTTP {status}): check the spelling of "
            "model.path; for a private or gated model accept its terms and run `hf auth login`"
        )
    raise _unavailable(repo, f"the hub's answer (HTTP {status}) is no model configuration")


def _cached_folder(repo: str) -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    file = try_to_load_from_cache(repo, "config.json")
    return Path(file).parent if isinstance(file, str) else None


def _unavailable(repo: str, reason: str) -> ModelError:
    return ModelError(
        f"model {repo!r} cannot be had: {reason}. Where there is a network, run "
        f"`hf download {repo} --local-dir DIR`, and then here again with model.path=DIR; "
        "or take the small model that `make setup` fetched: model=smollm2_135m"
    )
