"""An extractor's folder without its weights: the length of its inputs, and its tokenizer."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotator.installation import install
from annotator.material.formats.json_files import read_json
from annotator.material.formats.problems import FormatError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

INSTALL = install("reader")
POSITIONS = 512
RESERVED = 2
"""RoBERTa's positions begin after these."""

LEAST_LENGTH = 16


class ExtractorError(Exception):
    """The extractor can't be used; the message says why and what to do."""


def model_length(folder: Path) -> int:
    """How many tokens the model takes at once; raises ``ExtractorError``."""
    found = settings_of(folder, "config.json").get("max_position_embeddings", POSITIONS)
    length = found - RESERVED if type(found) is int else POSITIONS - RESERVED
    # Models with relative positions, which say -1, take any length.
    if found == -1:
        return POSITIONS
    if length < LEAST_LENGTH:
        raise ExtractorError(
            f"{folder.name}/config.json: max_position_embeddings: {found} tokens leave no room for "
            "a question and a text. Give another model."
        )
    return length


def settings_of(folder: Path, name: str) -> dict[str, Any]:
    """The object in a JSON file of the folder; raises ``ExtractorError``."""
    if not folder.is_dir():
        raise ExtractorError(f"{folder}: there is no such folder. Check its path.")
    if not (folder / name).is_file():
        raise ExtractorError(
            f"{folder}: {name} is missing. Give a folder as save_pretrained writes it."
        )
    try:
        found = read_json(folder / name)
    except FormatError as error:
        raise ExtractorError(f"{folder.name}/{error.problems[0]}") from error
    if type(found) is not dict:
        raise ExtractorError(f"{folder.name}/{name}: this is not an object. Download it again.")
    return found


def tokenizer_of(folder: Path) -> "Tokenizer":
    """The folder's tokenizer: from ``tokenizer.json``, or from the vocabulary of BERT or RoBERTa.

    Raises ``ExtractorError``.
    """
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ExtractorError(
            f"A reader needs the package tokenizers. Install it: {INSTALL}"
        ) from error
    settings_of(folder, "config.json")
    try:
        if (folder / "tokenizer.json").is_file():
            return _without_padding(Tokenizer.from_file(str(folder / "tokenizer.json")))
        if (folder / "merges.txt").is_file() and (folder / "vocab.json").is_file():
            return _roberta(folder)
        if (folder / "vocab.txt").is_file():
            return _bert(folder)
    except ExtractorError:
        raise
    except Exception as error:  # tokenizers raises nothing narrower
        raise ExtractorError(
            f"{folder}: its tokenizer can't be read ({error}). Download it again."
        ) from error
    raise ExtractorError(
        f"{folder}: a tokenizer is missing. Add tokenizer.json, vocab.json with merges.txt, or "
        "vocab.txt."
    )


def _without_padding(tokenizer: "Tokenizer") -> "Tokenizer":
    tokenizer.no_padding()
    return tokenizer


def _roberta(folder: Path) -> "Tokenizer":
    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.processors import RobertaProcessing

    tokenizer = Tokenizer(BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt")))
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = RobertaProcessing(
        _numbered(tokenizer, "</s>"),
        _numbered(tokenizer, "<s>"),
        trim_offsets=True,
        add_prefix_space=False,
    )
    return tokenizer


def _bert(folder: Path) -> "Tokenizer":
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import BertProcessing

    is_lower = True
    if (folder / "tokenizer_config.json").is_file():
        is_lower = settings_of(folder, "tokenizer_config.json").get("do_lower_case", True) is True
    tokenizer = Tokenizer(WordPiece.from_file(str(folder / "vocab.txt"), unk_token="[UNK]"))  # noqa: S106 - no password
    tokenizer.normalizer = BertNormalizer(lowercase=is_lower)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = BertProcessing(
        _numbered(tokenizer, "[SEP]"), _numbered(tokenizer, "[CLS]")
    )
    return tokenizer


def _numbered(tokenizer: "Tokenizer", token: str) -> tuple[str, int]:
    number = tokenizer.token_to_id(token)
    if number is None:
        raise ExtractorError(f"The reader's vocabulary has no {token}. Add tokenizer.json.")
    return token, number
