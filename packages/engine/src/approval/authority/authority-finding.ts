import { SekishoError } from '../../errors/sekisho-error.ts';

/** A row that carries authority but does not match the audit log. */
export interface AuthorityFinding {
  readonly kind: 'approval' | 'token' | 'grant' | 'effect' | 'run';
  readonly run_id: string;
  /** The id of the row: the id of an approval, grant or run, the hash of a token, or the key of a call. */
  readonly id: string;
  readonly why: string;
}

/** Creates the error for an operation that was rejected because of such rows. */
export function authorityError(findings: readonly AuthorityFinding[]): SekishoError {
  const [first, ...others] = findings;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new SekishoError(
    'AGENTS-E-AUTHORITY',
    `The ${first?.kind} "${first?.id}" of run ${first?.run_id} ${first?.why}${more}. Nothing was executed. Find out who ` +
      'can write to the store, run verifyExecutionLog(), and restore the row from a backup or start a new run.',
  );
}
