import type { StepDraft } from '../domain/process-step.ts';
import type { StepTemplate } from '../domain/process-template.ts';
import { resolveDependencies } from '../domain/resolve-dependencies.ts';
import { ServiceError } from './service-error.ts';
import type { AuditLog } from './watching.ts';

/** Returns the steps with ids. Throws and counts the problem class when numbers or dependencies are invalid. */
export function resolveSteps(
  drafts: readonly StepDraft[],
  { audit, makeId }: { audit: AuditLog; makeId: () => string },
): StepTemplate[] {
  const made = resolveDependencies(drafts, makeId);
  if ('steps' in made) return made.steps;
  const { class: errorClass, seq, message } = made.problem;
  audit.record({ event: 'template.refused', errorClass });
  throw new ServiceError('InvalidSteps', message, { errorClass, ...(seq === undefined ? {} : { seq }) });
}
