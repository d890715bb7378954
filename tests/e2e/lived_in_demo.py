"""The demo with something of everything in it: answers, questions, feedback, rounds, a training."""

import json
from typing import Any

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS as CROSSINGS
from tests.e2e.small_project import SECONDS, Api, let_leases_run_out
from tests.e2e.test_looks import true_answers
from tests.e2e.test_training import (
    EXAM,
    QUESTIONS,
    SELF_STUDY,
    WHOLE,
    answer_the_rest,
    choose_questions,
    give_references,
    long_form,
)

ANSWERED = 3
NQ, ASQA, SIMULATED, TRAINING = "demo", "demo-asqa", "demo-25", "orle-training"
LATE = "orle-late"
GIVE_CARD = (
    "from annotator.systems.evaluation.models import System; "
    "from tests.factories.trained_readers import make_reader; "
    "make_reader(System.objects.get(pk={}))"
)
ASKED = "Is a lighthouse lit when it is first used?"


def live_in(api: Api, server: Server) -> dict[str, str]:
    """Do what people do in the demo's projects; addresses of what came of it, by their names."""
    api.answer(NQ, "ben", true_answers(ANSWERED))
    answer_late(api, server)
    api.post(f"projects/{SIMULATED}/competition/teams/", {"name": "Square"}, by="eve")
    return {
        **publish_leaderboard(api, server),
        "disagreement": first_disagreement(api),
        **rank_answers(api),
        **annotations_of(api),
        **ask_and_answer(api),
        **open_round(api),
        **analyse_errors(api),
        **studies_of_the_demo(api),
        **train(api, server),
        "invitation": api.post(f"projects/{NQ}/invitations/", {"role": "annotator"})["link"],
        "sign_up": api.post(f"projects/{SIMULATED}/competition/invitation/", {"days": 3})["link"],
    }


def first_disagreement(api: Api) -> str:
    """Where annotators agree least."""
    rows = api.get_once(f"projects/{SIMULATED}/disagreements/", lambda found: found["count"] > 0)
    return f"/projects/{SIMULATED}/disagreements/{rows['results'][0]['id']}"


def answer_late(api: Api, server: Server) -> None:
    """A project whose only question went to somebody else before its answer came."""
    api.create_project(LATE, ("ilse", "ivo"), questions=CROSSINGS[:1])
    held = api.post(f"projects/{LATE}/assignments/next/", {}, by="ilse")
    let_leases_run_out(server, LATE, "open")
    api.answer(LATE, "ivo", {CROSSINGS[0]: "bad"})
    body = {"question_quality": "bad", "long_answer": None, "short_answers": []}
    body |= {"yes_no_answer": "NONE", "active_seconds": SECONDS}
    api.post(f"assignments/{held['id']}/submit/", body, by="ilse")


def publish_leaderboard(api: Api, server: Server) -> dict[str, str]:
    """A system that says nothing, scored and published, with a card as if it had been trained;
    where its results and the card are.
    """
    examples = api.get(f"projects/{NQ}/examples/?page_size=100")["results"]
    null = dict.fromkeys(("start_byte", "end_byte", "start_token", "end_token"), -1)
    predictions = [
        {
            "example_id": int(each["example_id"]),
            "long_answer": null,
            "long_answer_score": 0,
            "short_answers": [],
            "short_answers_score": 0,
            "yes_no_answer": "NONE",
        }
        for each in examples
    ]
    content = json.dumps({"predictions": predictions}).encode()
    file = {"name": "silence.json", "mimeType": "application/json", "buffer": content}
    split = examples[0]["split"] or "all"
    form = {"name": "Silence", "split": split, "file": file}
    job = api.post_form(f"projects/{NQ}/systems/", form)["job"]
    api.get_once(f"jobs/{job}/", lambda seen: seen["state"] == "succeeded")
    api.put(f"projects/{NQ}/leaderboard/publication/", {"is_published": True})
    (system,) = api.get(f"projects/{NQ}/leaderboard/")["systems"]
    server.manage("shell", "--no-imports", "-c", GIVE_CARD.format(system["system"]))
    results = f"/projects/{NQ}/leaderboard/systems/{system['system']}"
    return {
        "card": f"{results}/card",
        "system": f"{results}?split={split}",
        "system_examples": f"{results}/examples?split={split}",
    }


def rank_answers(api: Api) -> dict[str, str]:
    """BM25, asked the project's own questions; where what it found is."""
    form = {"name": "Words", "encoder": "bm25", "split": ""}
    job = api.post_form(f"projects/{NQ}/encoders/", form)["job"]
    api.get_once(f"jobs/{job}/", lambda seen: seen["state"] == "succeeded")
    [benchmark] = api.get(f"projects/{NQ}/retrieval/")["benchmarks"]
    return {"asked": f"/projects/{NQ}/leaderboard/retrieval/{benchmark['id']}/questions"}


def annotations_of(api: Api) -> dict[str, str]:
    """Where annotations are looked at, by those who wrote them and by a lead; one has feedback."""
    own = next(
        each
        for each in results(api, f"projects/{NQ}/annotations/")
        if each["question_quality"] == "good"
    )
    members = results(api, f"projects/{ASQA}/members/")
    # Leads see people by their display names.
    [ben] = [each["name"] for each in members if each["username"] == "ben"]
    written = [
        each for each in results(api, f"projects/{ASQA}/annotations/") if each["annotator"] == ben
    ]
    for project, each in ((NQ, own), (ASQA, written[0])):
        # What a lead asks for is open to change; all else is so only after the minute for Undo.
        address = f"projects/{project}/annotations/{each['id']}/reopen/"
        api.post(address, {"reason": "Look at the date again."})
    feedback = {"criterion": "fluency", "text": "Say where it is."}
    api.post(f"projects/{ASQA}/annotations/{written[0]['id']}/feedback/", feedback)
    return {
        "own_annotation": f"/annotations/{own['id']}",
        "own_long_form": f"/annotations/{written[0]['id']}",
        "example": f"/projects/{NQ}/examples/{own['example']}",
        "sheet": f"/projects/{ASQA}/examples/{written[0]['example']}",
        "revise": f"/projects/{NQ}/annotations/{own['id']}/revise",
        "revise_long_form": f"/projects/{ASQA}/annotations/{written[0]['id']}/revise",
        "give_feedback": f"/projects/{ASQA}/annotations/{written[0]['id']}/feedback",
    }


def ask_and_answer(api: Api) -> dict[str, str]:
    """An annotator parks with a question, a lead answers it and publishes the answer."""
    assignment = api.post(f"projects/{ASQA}/assignments/next/", {}, by="ben")
    api.post(f"assignments/{assignment['id']}/park/", {"note": "", "question": ASKED}, by="ben")
    thread = results(api, f"projects/{ASQA}/questions/")[0]
    answer = "When its keepers first light it, *not* when it is finished."
    api.post(f"projects/{ASQA}/questions/{thread['id']}/messages/", {"text": answer})
    entry = {"title": "Lit", "question": ASKED, "answer": answer, "thread": thread["id"]}
    published = api.post(f"projects/{ASQA}/faq/", entry)
    del entry["thread"]
    api.put(f"projects/{ASQA}/faq/{published['number']}/", {**entry, "title": "When it is lit"})
    return {
        "assignment": f"/assignments/{assignment['id']}",
        "question": f"/projects/{ASQA}/questions/{thread['id']}",
        "faq": f"/projects/{ASQA}/faq/{published['number']}",
    }


def open_round(api: Api) -> dict[str, str]:
    """A round that is being judged; the simulated project has finished ones."""
    address = f"projects/{NQ}/judgment-rounds/"
    experts = api.get(f"{address}population/?target=long")["experts"]
    body = {"title": "Spring round", "target": "long", "size": 2, "seed": 1, "guidelines": ""}
    opened = api.post(address, {**body, "experts": [each["membership"] for each in experts]})
    rounds = results(api, f"projects/{SIMULATED}/judgment-rounds/")
    finished = next(each for each in rounds if each["phase"] == "finished")
    return {
        "judging": f"/projects/{NQ}/judging/{opened['id']}",
        "opened_round": f"/projects/{NQ}/judgment-rounds/{opened['id']}",
        "rounds": f"/projects/{SIMULATED}/judgment-rounds",
        "round": str(finished["id"]),
    }


def analyse_errors(api: Api) -> dict[str, str]:
    """An error analysis that a lead labels, one that is finished, and one of two people."""
    address = f"projects/{SIMULATED}/error-analyses/"
    choices = api.get(f"{address}choices/")
    [own] = [each["membership"] for each in choices["labellers"] if each["is_you"]]
    system = choices["systems"][0]
    body = {"system": system["system"], "split": system["split"], "seed": 1, "labellers": [own]}
    finished, labelled = (api.post(address, {**body, "size": size})["id"] for size in (1, 3))
    both = [each["membership"] for each in choices["labellers"]][:2]
    shared = api.post(address, {**body, "size": 1, "labellers": both})["id"]
    api.put(f"{address}{finished}/answers/1/labels/", {"labels": [0]})
    api.post(f"{address}{finished}/finish/", {})
    analyses = f"/projects/{SIMULATED}/error-analyses"
    return {
        "analyses": analyses,
        "analysis": f"{analyses}/{finished}",
        "shared_analysis": f"{analyses}/{shared}",
        "labelling": f"{analyses}/{labelled}/answers",
    }


def studies_of_the_demo(api: Api) -> dict[str, str]:
    """The demo's own studies: the expert has begun to compare one, and the other is finished."""
    studies = results(api, f"projects/{ASQA}/comparison-studies/")
    [under_way] = [each for each in studies if each["finished_at"] is None]
    [finished] = [each for each in studies if each["finished_at"] is not None]
    return {
        "comparing": f"/projects/{ASQA}/comparing/{under_way['id']}",
        "studies": f"/projects/{ASQA}/comparison-studies",
        "study": str(finished["id"]),
        "open_study": str(under_way["id"]),
    }


def train(api: Api, server: Server) -> dict[str, str]:
    """A project whose training one annotator has begun; the other waits for grades of the exam."""
    create_ambiguous_project(api, server, TRAINING, [], questions=QUESTIONS)
    for name in ("ada", "chen"):
        api.post(f"projects/{TRAINING}/members/", {"username": name, "role": "annotator"})
    for step, start, end in (
        ("self_study", 0, SELF_STUDY),
        ("exam", SELF_STUDY, SELF_STUDY + EXAM),
    ):
        choose_questions(api, TRAINING, step, QUESTIONS[start:end])
    give_references(api, TRAINING, long_form(WHOLE))
    api.put(f"projects/{TRAINING}/training/", {"requires_training": True})
    begun = api.post(f"projects/{TRAINING}/training/own/start/", {}, by="ada")
    trainees = results(api, f"projects/{TRAINING}/training/members/")
    [chen] = [each for each in trainees if each["username"] == "chen"]
    answer_the_rest(api, TRAINING, "chen", long_form(WHOLE))
    api.post(f"projects/{TRAINING}/training/members/{chen['id']}/sessions/", {"attended": True})
    answer_the_rest(api, TRAINING, "chen", long_form(WHOLE))
    answer = begun["attempts"][-1]["answers"][0]
    server.manage("compute_statistics", TRAINING)
    annotators = results(api, f"projects/{TRAINING}/annotators/")
    [person] = [each for each in annotators if each["username"] == "chen"]
    return {
        "training_answer": f"/projects/{TRAINING}/training/answers/{answer['id']}",
        "trainee": f"/projects/{TRAINING}/training/{chen['id']}",
        "person": f"/projects/{TRAINING}/statistics/people?annotator={person['id']}",
    }


def results(api: Api, address: str) -> list[dict[str, Any]]:
    """The first page of a list, as a lead gets it."""
    found: list[dict[str, Any]] = api.get(address)["results"]
    return found
