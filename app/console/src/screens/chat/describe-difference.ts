import type { ChangedField, StepDifference } from './compare-drafts.ts';
import type { DraftStep } from './process-draft.ts';
import type { ChatTranslate } from './use-chat-words.ts';

/** Lists the changed fields of a step, each with its value before and after. */
export function describeFields(
  { before, after, fields }: Extract<StepDifference, { kind: 'changed' }>,
  say: ChatTranslate,
): string {
  return fields
    .map((field) =>
      say(`diff.field.${field}`, { from: show(field, before, say), to: show(field, after, say) }),
    )
    .join(', ');
}

/** Describes manual changes as a message to the model, which receives only the conversation. */
export function writeDifferences(differences: readonly StepDifference[], say: ChatTranslate): string {
  const lines = differences.map((difference) => {
    const kind = say(`diff.${difference.kind}`);
    if (difference.kind !== 'changed') return `- ${kind}: ${difference.step.name}`;
    return `- ${kind}: ${difference.after.name} (${describeFields(difference, say)})`;
  });
  return [say('diff.tellIntro'), ...lines].join('\n');
}

function show(field: ChangedField, step: DraftStep, say: ChatTranslate): string {
  switch (field) {
    case 'name':
      return step.name;
    case 'basis':
      return say(`step.basis.${step.basis}`);
    case 'offsetDays':
      return String(step.offsetDays);
    case 'dependsOn':
      return step.dependsOn.join(' + ') || say('diff.nothing');
    case 'requiredArtifacts':
      return step.requiredArtifacts.map(({ kind }) => kind).join(' + ') || say('diff.nothing');
    case 'order':
      return String(step.seq);
  }
}
