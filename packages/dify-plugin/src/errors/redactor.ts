import { isRecord } from '../wire/json-record.ts';

// Shorter values are words like "auto" or "true"; replacing them would make messages unreadable.
const MIN_SECRET_LENGTH = 6;
const MASK = '***';
const LOOKS_SECRET =
  /\b(?:sk|pk|rk|ghp|gho|xox[abp])[-_][\w-]{8,}|\bBearer\s+[\w.~+/-]{8,}=*|(?<=:\/\/)[^/\s:@]+:[^/\s@]+(?=@)/g;

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** Creates a redactor for the credentials of one request and for common formats of keys. */
export function createRedactor(credentials: unknown): Redact {
  const secrets = [...new Set(findSecrets(credentials))].toSorted((one, other) => other.length - one.length);
  return (text) => {
    const masked = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
    return masked.replace(LOOKS_SECRET, MASK);
  };
}

// An explicit stack instead of recursion, because values may be nested deeper than the call stack.
function* findSecrets(credentials: unknown): Generator<string> {
  const rest = [credentials];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') {
      if (value.length >= MIN_SECRET_LENGTH) yield value;
    } else if (Array.isArray(value)) {
      for (const entry of value) rest.push(entry);
    } else if (isRecord(value)) {
      for (const entry of Object.values(value)) rest.push(entry);
    }
  }
}
