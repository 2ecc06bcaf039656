import type { AuthorityVerification, Checkpoint, LogReader, LogVerification } from '@sekisho/engine';
import { verifyAuthority, verifyExecutionLog } from '@sekisho/engine/integration';
import type { SessionSettings } from './session-settings.ts';

/** The result of a verification of the log and, if the log is valid, of the rows with authority. */
export interface StoreVerification extends LogVerification {
  readonly authority?: AuthorityVerification;
}

/** Verifies the log, and then compares the rows with authority with it. An archive has no rows. */
export async function verifyStore(
  { store, keyring, authority }: Pick<SessionSettings, 'store' | 'keyring' | 'authority'>,
  anchor?: Checkpoint,
  archive?: LogReader,
): Promise<StoreVerification> {
  const verified = await verifyExecutionLog(archive ?? store, keyring.chain, anchor);
  if (!verified.ok || archive) return verified;
  const compared = await verifyAuthority(authority);
  return { ...verified, ok: compared.findings.length === 0, authority: compared };
}
