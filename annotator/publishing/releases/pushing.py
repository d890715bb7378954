"""Uploading a release's folder to the Hugging Face Hub."""

import importlib
import importlib.util
import os
from pathlib import Path
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.installation import install

PREFIX = "hf:"
TOKEN = "HF_TOKEN"  # noqa: S105 - the variable's name


def repository_of(address: str) -> str:
    """``ORG/NAME`` of ``hf:ORG/NAME``; raises ``InvalidInputError`` for anything else.

    >>> repository_of("hf:plumb/questions")
    'plumb/questions'
    """
    name = address.removeprefix(PREFIX)
    owner, between, rest = name.partition("/")
    if name == address or not (owner and between and rest) or "/" in rest:
        raise _refused(
            "bad_address", f"{address} is not an address of the Hub.", "Use hf:ORG/NAME."
        )
    return name


def check_can_push() -> None:
    """Raise ``InvalidInputError`` unless the library and a token are there."""
    if importlib.util.find_spec("huggingface_hub") is None:
        raise _refused(
            "no_hub",
            "Uploading needs huggingface_hub, which is not installed.",
            f"Run {install('release')}.",
        )
    if not os.environ.get(TOKEN):
        raise _refused(
            "no_token", f"{TOKEN} is not set.", f"Put a token with write access in {TOKEN}."
        )


def push(folder: Path, repository: str, *, public: bool, version: str) -> str:
    """Upload ``folder`` as one commit to a data set, made if it is missing, private unless
    ``public``; its address. What the data set has and the folder hasn't is deleted.

    Raises ``InvalidInputError`` with what the Hub said.
    """
    check_can_push()
    # Its native transfer speaks to other hosts, and hangs where these can't be reached.
    os.environ["HF_HUB_DISABLE_XET"] = "1"
    hub: Any = importlib.import_module("huggingface_hub")
    errors: Any = importlib.import_module("huggingface_hub.errors")
    api = hub.HfApi(token=os.environ[TOKEN])
    try:
        api.create_repo(repository, repo_type="dataset", private=not public, exist_ok=True)
        api.upload_folder(
            repo_id=repository,
            repo_type="dataset",
            folder_path=str(folder),
            commit_message=f"Version {version}",
            delete_patterns="*",
        )
    except (errors.HfHubHTTPError, ValueError, OSError) as error:
        raise _refused(
            "not_pushed",
            f"The Hub refused the upload: {error}",
            f"The folder is complete: upload it"
            f" with `hf upload {repository} {folder} --repo-type dataset`, or remove it and start"
            " again.",
        ) from error
    return f"{api.endpoint}/datasets/{repository}"


def _refused(code: str, detail: str, fix: str) -> InvalidInputError:
    return InvalidInputError(code, f"{detail} {fix}", fields={"push": fix})
