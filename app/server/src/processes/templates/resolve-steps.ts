import { ServiceError } from '../../errors/service-error.ts';
import type { AuditLog } from '../../observability/observability.ts';
import type { StepDraft } from './process-step.ts';
import type { StepTemplate } from './process-template.ts';
import { resolveDependencies } from './resolve-dependencies.ts';

/** Returns the steps with ids. Throws and counts the problem class when numbers or dependencies are invalid. */
export function resolveSteps(
  drafts: readonly StepDraft[],
  { audit, makeId }: { audit: AuditLog; makeId: () => string },
): StepTemplate[] {
  const resolved = resolveDependencies(drafts, makeId);
  if ('steps' in resolved) return resolved.steps;
  const { class: errorClass, seq, message } = resolved.problem;
  audit.record({ event: 'template.refused', errorClass });
  throw new ServiceError('InvalidSteps', message, { errorClass, ...(seq === undefined ? {} : { seq }) });
}
