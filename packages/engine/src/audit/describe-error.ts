import { maskText } from './mask-text.ts';

/** The fields of an error that are logged. */
export interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly cause?: DescribedError;
}

/**
 * Returns the name, code and masked message of an error and of its causes. The stack is omitted, because it contains
 * file names of the host.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  const read = (key: string): unknown => {
    try {
      return typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    } catch {
      return undefined; // A getter of the error threw, so the property has no value.
    }
  };
  const code = read('code');
  // The Agents SDK stores the cause of its own errors in `error`.
  const cause = read('cause') ?? read('error');
  return {
    name: textOf(read('name')) ?? typeof error,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code: shortened(code) } : {}),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) }),
  };
}

/** Returns the masked and truncated message of any thrown value. */
export function messageOf(error: unknown): string {
  try {
    const message: unknown = error instanceof Error ? error.message : error;
    return shortened(typeof message === 'string' ? message : (JSON.stringify(message) ?? String(message)));
  } catch {
    return 'The error has no readable message.';
  }
}

const MAX_CAUSES = 4;
const MAX_CHARACTERS = 500;

const textOf = (value: unknown) => (typeof value === 'string' ? shortened(value) : undefined);

function shortened(text: string): string {
  const masked = maskText(text.slice(0, 4 * MAX_CHARACTERS));
  return masked.length > MAX_CHARACTERS ? `${masked.slice(0, MAX_CHARACTERS - 1)}…` : masked;
}
