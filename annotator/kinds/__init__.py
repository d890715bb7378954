"""The rooms: what is one kind's alone. mypy holds each part to what its readers say of it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.collecting.annotations.kinds import Answers
    from annotator.collecting.training.kinds import AutomaticGrades, Training
    from annotator.kinds.asqa import answers as asqa_answers
    from annotator.kinds.asqa import simulation as asqa_simulation
    from annotator.kinds.asqa import training as asqa_training
    from annotator.kinds.natural_questions import answers, automatic_grades, simulation, training
    from annotator.quality.simulation.kinds import Simulation

    _answers: tuple[Answers, ...] = (answers, asqa_answers)
    _training: tuple[Training, ...] = (training, asqa_training)
    _grades: tuple[AutomaticGrades, ...] = (automatic_grades,)
    _simulation: tuple[Simulation, ...] = (simulation, asqa_simulation)
