import type { AuthorityVerification } from '../approval/authority/verify-authority.ts';
import type { Checkpoint, LogReader, LogVerification } from '../audit/verify-execution-log.ts';
import { verifyAuthority } from '../approval/authority/verify-authority.ts';
import { verifyExecutionLog } from '../audit/verify-execution-log.ts';
import type { EngineContext } from '../durable/engine-context.ts';

/** The result of a verification of the log and, if the log is valid, of the rows with authority. */
export interface StoreVerification extends LogVerification {
  readonly authority?: AuthorityVerification;
}

/** Verifies the log, and then compares the rows with authority with it. An archive has no rows. */
export async function verifyStore(
  { store, keyring, authority }: Pick<EngineContext, 'store' | 'keyring' | 'authority'>,
  anchor?: Checkpoint,
  archive?: LogReader,
  onProgress?: (seq: number) => void,
): Promise<StoreVerification> {
  const verified = await verifyExecutionLog(archive ?? store, keyring.chain, anchor, onProgress);
  if (!verified.ok || archive) return verified;
  const compared = await verifyAuthority(authority);
  return { ...verified, ok: compared.findings.length === 0, authority: compared };
}
