import type { ChatTemplate } from '../../api/chat/chat-queries.ts';
import type { ProcessDraft } from '../process-draft.ts';

/** Converts a template to a draft. Dependencies become the numbers of steps. */
export function draftOfTemplate({ name, stepTemplates }: ChatTemplate): ProcessDraft {
  const numbers = new Map(stepTemplates.map(({ id, seq }) => [id, seq]));
  const steps = stepTemplates.map(({ id: _id, dependsOn, ...step }) => ({
    ...step,
    dependsOn: dependsOn.flatMap((id) => numbers.get(id) ?? []).toSorted((a, b) => a - b),
  }));
  return { name, steps };
}
