import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';
import { auditRecord } from '../audit/audit-record.ts';
import { canonicalJson } from '../checks/digest.ts';
import type { Keyring } from '../config/keyring.ts';
import { renderLogBody } from '../wire/execution-log.ts';

/**
 * Continues the audit log with the current key: the first record after a rotation states the rotation. Throws for a log
 * that ends with an unknown or retired key, because records after it could never be verified.
 */
export async function adoptKey(store: StateStore, keyring: Keyring): Promise<void> {
  const head = await store.lastLog();
  if (!head) return;
  const [before] = head.seq === 1 ? [] : await store.queryLogs({ afterSeq: head.seq - 2, limit: 1 });
  // Without the archived records, the record before the last one is missing, and the key cannot be determined.
  if (head.seq > 1 && before?.seq !== head.seq - 1) return;
  const body = renderLogBody({ ...head, data: canonicalJson(head.data) });
  const key = keyring.chain.findIndex(({ link }) => link(before?.hash ?? '', head.seq, body) === head.hash);
  if (key === keyring.chain.length - 1) return;
  if (key < 0 || keyring.chain[key]?.retired === true) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      'The audit log in this store ends with a record of another secret, or its end was changed. If the secret was rotated, pass ' +
        'the old one as `previous`; otherwise run verifyExecutionLog() to find the invalid record.',
    );
  }
  // Processes that start at the same time write the same record, and the store stores one of them.
  const subject = {
    run_id: '',
    tool_call_id: `rotation:${head.seq}`,
    event: 'key.rotated',
    attempt: 0,
  } as const;
  const data = canonicalJson({ hash: head.hash, public_key: keyring.publicKey, seq: head.seq });
  await store.commit([{ kind: 'log.append', record: { ...auditRecord(subject, {}), data } }]);
}
