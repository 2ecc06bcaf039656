import type { Engine } from '../ask/engine.ts';
import type { IrisAnswer } from '../ask/iris-answer.ts';

/** Returns the answer of a response resource if it exists and belongs to the owner. */
export async function readResponse(
  uri: string,
  owner: string,
  engine: Engine,
): Promise<IrisAnswer | undefined> {
  const handle = decode(uri.slice('iris://responses/'.length));
  if (handle === undefined) return undefined;
  const result = await engine.fetchResult(handle, 0, {
    owner,
    inTask: false,
    signal: new AbortController().signal,
    log: quiet,
    canElicit: false,
    answers: undefined,
    state: undefined,
  });
  return result.ok ? result.answer : undefined;
}

const quiet = async (): Promise<void> => undefined;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
