/** The event that the server sends for each new record of the audit log. */
export interface AuditEvent {
  readonly seq: number;
  readonly event: string;
  readonly run_id: string;
  readonly timestamp: string;
  readonly approval_id: string | null;
  readonly tool_id: string | null;
  readonly by: string | null;
  readonly risk_level: number | null;
  readonly decision: string | null;
}

/** Reads the data of an event. Returns undefined when it is not such an event. */
export function readAuditEvent(data: unknown): AuditEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...data };
  const { seq, event, run_id, timestamp } = fields;
  if (typeof seq !== 'number' || typeof event !== 'string') return undefined;
  return {
    seq,
    event,
    run_id: typeof run_id === 'string' ? run_id : '',
    timestamp: typeof timestamp === 'string' ? timestamp : '',
    approval_id: text(fields['approval_id']),
    tool_id: text(fields['tool_id']),
    by: text(fields['by']),
    decision: text(fields['decision']),
    risk_level: typeof fields['risk_level'] === 'number' ? fields['risk_level'] : null,
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);
