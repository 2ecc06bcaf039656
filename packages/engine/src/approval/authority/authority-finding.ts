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

/** Compares the rows of one kind with the audit log in both directions. */
export function compareRows<Row>(
  { kind, run_id }: Pick<AuthorityFinding, 'kind' | 'run_id'>,
  rows: {
    readonly rows: readonly Row[];
    readonly idOf: (row: Row) => string;
    readonly problemOf: (row: Row) => string | undefined;
    /** The ids of the rows that must exist according to the audit log. */
    readonly recorded: Iterable<string>;
    readonly missing?: string;
  },
): AuthorityFinding[] {
  const ids = new Set(rows.rows.map(rows.idOf));
  const { missing = 'is recorded in the audit log, but its row is missing' } = rows;
  return [
    ...rows.rows.map((row) => ({ id: rows.idOf(row), why: rows.problemOf(row) })),
    ...[...rows.recorded].map((id) => ({ id, why: ids.has(id) ? undefined : missing })),
  ].flatMap(({ id, why }) => (why === undefined ? [] : [{ kind, run_id, id, why }]));
}
