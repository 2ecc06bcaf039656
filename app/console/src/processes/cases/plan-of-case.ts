import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { ChatCase } from '../../api/chat/chat-queries.ts';
import { planSteps, WARNING_CLASSES, type PlannedStep } from '../plan/planned-step.ts';

/** Converts the steps of a case for the views. Dates and warnings are those of the server. */
export function planOfCase({ steps, warnings, criticalPath }: ChatCase): PlannedStep[] {
  const seqs = new Map(steps.map(({ id, seq }) => [id, seq]));
  const due = new Map(steps.map(({ seq, dueDate }) => [seq, parsePlainDate(dueDate) ?? 0]));
  // A newer server may send warnings that this page has no text for.
  const known = warnings.flatMap(({ seq, class: name }) => {
    const found = WARNING_CLASSES.find((candidate) => candidate === name);
    return found === undefined ? [] : [{ seq, class: found }];
  });
  const numbered = steps.map((step) => ({
    ...step,
    dependsOn: step.dependsOn.flatMap((id) => seqs.get(id) ?? []),
  }));
  return planSteps(numbered, { due, warnings: known, criticalPath });
}
