import { auditRecord } from '../audit/audit-record.ts';
import type { Keyring } from '../config/keyring.ts';
import { canonicalJson } from '../contracts/canonical-json.ts';
import { renderLogBody } from '../contracts/log-body.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';

/**
 * Makes sure that the log goes on under our current key: after a rotation the first record says so. A log that ends
 * under a key that we do not have, or have retired, is not continued, because that could never be verified again.
 */
export async function adoptKey(store: StateStore, keyring: Keyring): Promise<void> {
  const head = await store.lastLog();
  if (!head) return;
  const [before] = head.seq === 1 ? [] : await store.queryLogs({ afterSeq: head.seq - 2, limit: 1 });
  // Whoever took the archived records away took what the last one is chained to; then nothing can be told here.
  if (head.seq > 1 && before?.seq !== head.seq - 1) return;
  const body = renderLogBody({ ...head, data: canonicalJson(head.data) });
  const key = keyring.chain.findIndex(({ link }) => link(before?.hash ?? '', head.seq, body) === head.hash);
  if (key === keyring.chain.length - 1) return;
  if (key < 0 || keyring.chain[key]?.retired === true) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      'The audit log in this store ends under another secret, or its end was changed. If the secret was rotated, name ' +
        'the old one as `previous`; else run verifyExecutionLog() to see which record is bad.',
    );
  }
  // Processes that start at the same time write the same record, and the store keeps one of them.
  const subject = {
    run_id: '',
    tool_call_id: `rotation:${head.seq}`,
    event: 'key.rotated',
    attempt: 0,
  } as const;
  const data = canonicalJson({ hash: head.hash, public_key: keyring.publicKey, seq: head.seq });
  await store.commit([{ kind: 'log.append', record: { ...auditRecord(subject, {}), data } }]);
}
