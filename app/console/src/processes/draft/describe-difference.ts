import type { ChangedField, StepDifference } from './compare-drafts.ts';
import type { DraftStep } from '../process-draft.ts';
import type { ChatTranslate } from '../use-chat-texts.ts';

/** Lists the changed fields of a step, each with its value before and after. */
export function describeFields(
  { before, after, fields }: Extract<StepDifference, { kind: 'changed' }>,
  t: ChatTranslate,
): string {
  return fields
    .map((field) => t(`diff.field.${field}`, { from: show(field, before, t), to: show(field, after, t) }))
    .join(', ');
}

/** Describes manual changes as a message to the model, which receives only the conversation. */
export function writeDifferences(differences: readonly StepDifference[], t: ChatTranslate): string {
  const lines = differences.map((difference) => {
    const kind = t(`diff.${difference.kind}`);
    if (difference.kind !== 'changed') return `- ${kind}: ${difference.step.name}`;
    return `- ${kind}: ${difference.after.name} (${describeFields(difference, t)})`;
  });
  return [t('diff.tellIntro'), ...lines].join('\n');
}

function show(field: ChangedField, step: DraftStep, t: ChatTranslate): string {
  switch (field) {
    case 'name':
      return step.name;
    case 'basis':
      return t(`step.basis.${step.basis}`);
    case 'offsetDays':
      return String(step.offsetDays);
    case 'dependsOn':
      return step.dependsOn.join(' + ') || t('diff.nothing');
    case 'requiredArtifacts':
      return step.requiredArtifacts.map(({ kind }) => kind).join(' + ') || t('diff.nothing');
    case 'order':
      return String(step.seq);
  }
}
