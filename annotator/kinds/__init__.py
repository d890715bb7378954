"""The rooms: what is one kind's alone. mypy holds each part to what its protocol says."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.collecting.annotations.kinds import AnnotatorFigures, Answers
    from annotator.collecting.assignments.kinds import Examples
    from annotator.collecting.training.kinds import AutomaticGrades, Training
    from annotator.exchange.exports.kinds import Files
    from annotator.exchange.exports.questions import Questions
    from annotator.exchange.exports.squad_form import SquadForms
    from annotator.kinds.asqa import annotators as asqa_annotators
    from annotator.kinds.asqa import answers as asqa_answers
    from annotator.kinds.asqa import baselines as asqa_baselines
    from annotator.kinds.asqa import demo as asqa_demo
    from annotator.kinds.asqa import error_analysis as asqa_error_analysis
    from annotator.kinds.asqa import examples as asqa_examples
    from annotator.kinds.asqa import files as asqa_files
    from annotator.kinds.asqa import gold as asqa_gold
    from annotator.kinds.asqa import questions as asqa_questions
    from annotator.kinds.asqa import release as asqa_release
    from annotator.kinds.asqa import scores as asqa_scores
    from annotator.kinds.asqa import simulation as asqa_simulation
    from annotator.kinds.asqa import squad as asqa_squad
    from annotator.kinds.asqa import statistics as asqa_statistics
    from annotator.kinds.asqa import training as asqa_training
    from annotator.kinds.natural_questions import (
        annotators,
        answers,
        automatic_grades,
        baselines,
        demo,
        error_analysis,
        examples,
        files,
        gold,
        questions,
        release,
        scores,
        simulation,
        squad,
        statistics,
        training,
    )
    from annotator.publishing.releases.kinds import Release
    from annotator.quality.reports.kinds import Statistics
    from annotator.quality.simulation.kinds import Simulation
    from annotator.running.demo.kinds import DemoProjects
    from annotator.systems.error_analysis.kinds import ErrorAnalysisPart
    from annotator.systems.evaluation.baselines.baseline_run import Baselines
    from annotator.systems.evaluation.gold.kinds import GoldFiles
    from annotator.systems.evaluation.kinds import Scores

    _answers: tuple[Answers, ...] = (answers, asqa_answers)
    _training: tuple[Training, ...] = (training, asqa_training)
    _grades: tuple[AutomaticGrades, ...] = (automatic_grades,)
    _simulation: tuple[Simulation, ...] = (simulation, asqa_simulation)
    _annotators: tuple[AnnotatorFigures, ...] = (annotators, asqa_annotators)
    _examples: tuple[Examples, ...] = (examples, asqa_examples)
    _statistics: tuple[Statistics, ...] = (statistics, asqa_statistics)
    _scores: tuple[Scores, ...] = (scores, asqa_scores)
    _gold: tuple[GoldFiles, ...] = (gold, asqa_gold)
    _baselines: tuple[Baselines, ...] = (baselines, asqa_baselines)
    _squad: tuple[SquadForms, ...] = (squad, asqa_squad)
    _questions: tuple[Questions, ...] = (questions, asqa_questions)
    _error_analysis: tuple[ErrorAnalysisPart, ...] = (error_analysis, asqa_error_analysis)
    _demo: tuple[DemoProjects, ...] = (demo, asqa_demo)
    _files: tuple[Files, ...] = (files, asqa_files)
    _release: tuple[Release, ...] = (release, asqa_release)
