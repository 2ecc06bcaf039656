import type { Authority } from '../approval/authority/authority.ts';
import { requireVerifiedRun } from '../approval/authority/require-verified-run.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { AUTHORITY_EVENTS } from '../store/authority-events.ts';

/** Whether the rows of a run match its audit records, and all of these records belong to this log. */
export interface RunVerification {
  readonly ok: boolean;
  /** The number of verified records. */
  readonly records: number;
  readonly problems: readonly string[];
}

/** Verifies the decisions and executions of one run. `verifyExecutionLog` verifies the complete log. */
export async function verifyRun(authority: Authority, runId: string): Promise<RunVerification> {
  try {
    const { records } = await requireVerifiedRun(authority, runId);
    const found = records.of(...AUTHORITY_EVENTS);
    const genuine = await Promise.all(
      found.map((record) => records.isGenuine(record, authority.keyring.chain)),
    );
    const problems = found
      .filter((_record, index) => genuine[index] !== true)
      .map(({ seq }) => `Record ${seq} does not belong to this audit log.`);
    return { ok: problems.length === 0, records: found.length, problems };
  } catch (error) {
    if (!(error instanceof SekishoError)) throw error;
    return { ok: false, records: 0, problems: [error.message] };
  }
}
