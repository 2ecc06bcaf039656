import type { PersonaLanguage } from '../detect-language.ts';
import { processPatterns } from './process-patterns.ts';

/** A step of a proposed process, in the format of `ai_chat_process_template.v1`. */
export type ProposedStep = {
  seq: number;
  name: string;
  basis: 'goal' | 'prev';
  offsetDays: number;
  requiredArtifacts?: { kind: string; description?: string }[];
  dependsOn?: number[];
};

/**
 * Returns the steps of a kind of process. seq starts at 1 without gaps, and the first step is relative to the goal.
 */
export function proposeSteps(processType: string, language: PersonaLanguage): ProposedStep[] {
  const pattern = processPatterns.find(({ fits }) => fits.test(processType));
  return (pattern?.steps ?? []).map(({ ja, en, basis, offsetDays, dependsOn, artifact }, index) => ({
    seq: index + 1,
    name: language === 'ja' ? ja : en,
    basis,
    offsetDays,
    ...(artifact === undefined ? {} : { requiredArtifacts: [{ kind: artifact }] }),
    ...(dependsOn.length > 0 ? { dependsOn: [...dependsOn] } : {}),
  }));
}

/** Adds the named steps at the end and removes the named ones. Numbers and dependencies remain consistent. */
export function editSteps(
  steps: readonly ProposedStep[],
  edits: { added: readonly string[]; removed: readonly string[] },
): ProposedStep[] {
  const remaining = steps.filter(({ name, seq }) => seq === 1 || !edits.removed.includes(name));
  const seqs = new Map(remaining.map(({ seq }, index) => [seq, index + 1]));
  const renumbered = remaining.map(({ dependsOn = [], ...rest }, index) => {
    const moved = dependsOn.flatMap((seq) => seqs.get(seq) ?? []);
    return { ...rest, seq: index + 1, ...(moved.length > 0 ? { dependsOn: moved } : {}) };
  });
  for (const name of edits.added) {
    const seq = renumbered.length + 1;
    renumbered.push({ seq, name, basis: 'prev', offsetDays: 1, dependsOn: [seq - 1] });
  }
  return renumbered;
}
