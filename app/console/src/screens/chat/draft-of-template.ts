import type { ChatTemplate } from './chat-queries.ts';
import type { ProcessDraft } from './process-draft.ts';

/** A template as a draft: dependencies are the numbers of steps again, as people write them. */
export function draftOfTemplate({ name, stepTemplates }: ChatTemplate): ProcessDraft {
  const numbers = new Map(stepTemplates.map(({ id, seq }) => [id, seq]));
  const steps = stepTemplates.map(({ id: _id, dependsOn, ...step }) => ({
    ...step,
    dependsOn: dependsOn.flatMap((id) => numbers.get(id) ?? []).toSorted((a, b) => a - b),
  }));
  return { name, steps };
}
