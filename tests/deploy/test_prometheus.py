"""The alerts and the example of Prometheus' configuration, against what /metrics really says."""

import re
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from annotator.workspace.jobs.presence import mark_worker_seen
from scripts.bootstrap import ROOT
from tests.deploy.compose import read_example, read_services

pytestmark = pytest.mark.django_db

FOLDER = ROOT / "deploy" / "prometheus"
METRIC = re.compile(r"\bplumbline_[a-z_]+\b")


def read(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text("utf-8"))


def rules() -> list[dict[str, Any]]:
    (group,) = read("alerts.yml")["groups"]
    return list(group["rules"])


def test_every_alert_has_the_shape_that_prometheus_reads() -> None:
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"Plumbline[A-Za-z]+", rule["alert"])
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "1m"))
        assert rule["labels"]["severity"] in {"page", "ticket", "info"}
        assert rule["annotations"]["summary"].endswith(".")
        for opening, closing in ("()", "{}", "[]"):
            assert rule["expr"].count(opening) == rule["expr"].count(closing)
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names))


@pytest.mark.usefixtures("empty_cache")
def test_every_metric_of_an_alert_is_one_that_the_platform_tells() -> None:
    mark_worker_seen()
    client = Client()
    client.get("/healthz")
    text = client.get("/metrics").content.decode()
    told = text_string_to_metric_families(text)
    samples = {sample.name for family in told for sample in family.samples}
    # A gauge without a sample, such as free examples where there are none, has its type alone.
    families = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    named = {name for rule in rules() for name in METRIC.findall(rule["expr"])}
    assert named - samples - families == set()
    assert named >= {"plumbline_broker_messages", "plumbline_worker_seen_seconds"}


def test_the_example_asks_what_compose_serves() -> None:
    config = read("prometheus.yml")
    (scrape,) = config["scrape_configs"]
    (target,) = scrape["static_configs"][0]["targets"]
    name, _, port = target.partition(":")
    web = read_services(read_example())["web"]
    assert config["rule_files"] == ["alerts.yml"]
    assert (scrape["metrics_path"], port) == ("/metrics", "8000")
    assert name in web["environment"]["ALLOWED_HOSTS"].split(",")
    assert f'job="{scrape["job_name"]}"' in rules()[0]["expr"]
