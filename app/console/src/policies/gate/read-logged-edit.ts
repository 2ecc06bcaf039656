import { isRecord } from '../../api/is-record.ts';

/** An edit of a call's arguments from the audit log. Secrets are masked. */
export interface LoggedEdit {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The person who changed the arguments. */
  readonly by: string;
}

/** Reads the edit from the audit detail of a decision. Returns undefined when the arguments were not edited. */
export function readLoggedEdit(detail: Readonly<Record<string, unknown>>): LoggedEdit | undefined {
  const before = parseArguments(detail['before']);
  const after = parseArguments(detail['after']);
  if (before === undefined || after === undefined) return undefined;
  return { before, after, by: typeof detail['by'] === 'string' ? detail['by'] : '' };
}

function parseArguments(text: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
