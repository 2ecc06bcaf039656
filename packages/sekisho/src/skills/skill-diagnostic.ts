import type { ErrorCode } from '../errors/error-codes.ts';

/** Something a person should know about a SKILL.md that was found. */
export interface SkillDiagnostic {
  /** `error`: the skill is disabled. `warning`: it works. */
  readonly severity: 'warning' | 'error';
  /** The path of the SKILL.md or folder below `dir`. */
  readonly path: string;
  readonly message: string;
  readonly code?: ErrorCode;
}
