"""Ambiguous questions with a long-form answer. mypy holds each part to its protocol."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.collecting.annotations.kinds import AnnotatorFigures, Answers
    from annotator.collecting.assignments.kinds import Examples
    from annotator.collecting.training.kinds import Training
    from annotator.exchange.exports.kinds import Files
    from annotator.exchange.exports.questions import Questions
    from annotator.exchange.exports.squad_form import SquadForms
    from annotator.kinds.asqa import (
        adjudication,
        annotators,
        answers,
        baselines,
        demo,
        error_analysis,
        examples,
        files,
        gallery,
        gold,
        questions,
        release,
        scores,
        simulation,
        squad,
        statistics,
        training,
    )
    from annotator.publishing.gallery.kinds import GalleryPart
    from annotator.publishing.releases.kinds import Release
    from annotator.quality.adjudication.kinds import Adjudicating
    from annotator.quality.reports.kinds import Statistics
    from annotator.quality.simulation.kinds import Simulation
    from annotator.running.demo.kinds import DemoProjects
    from annotator.systems.error_analysis.kinds import ErrorAnalysisPart
    from annotator.systems.evaluation.baselines.baseline_run import Baselines
    from annotator.systems.evaluation.gold.kinds import GoldFiles
    from annotator.systems.evaluation.scoring.kinds import Scores

    _adjudication: Adjudicating = adjudication
    _annotators: AnnotatorFigures = annotators
    _answers: Answers = answers
    _baselines: Baselines = baselines
    _demo: DemoProjects = demo
    _error_analysis: ErrorAnalysisPart = error_analysis
    _examples: Examples = examples
    _files: Files = files
    _gallery: GalleryPart = gallery
    _gold: GoldFiles = gold
    _questions: Questions = questions
    _release: Release = release
    _scores: Scores = scores
    _simulation: Simulation = simulation
    _squad: SquadForms = squad
    _statistics: Statistics = statistics
    _training: Training = training
