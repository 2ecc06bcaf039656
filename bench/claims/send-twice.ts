import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from 'sekisho';
import type { OpenPair } from './instance.ts';

/** Whether the two decisions are sent concurrently or one after the other. */
export type Order = 'at once' | 'in turn';

/** The result of one approval request that was decided twice. */
export interface SendResult {
  /** How often the tool ran. */
  readonly ran: number;
  /** The messages of the rejected decisions. */
  readonly rejections: readonly string[];
}

const EFFECT_MS = 20;
const MAX_WAIT_MS = 20_000;

/** Sends the approval of a waiting run from two instances, `tries` times, each time for a new run. */
export async function sendTwice(
  open: OpenPair,
  { order, tries }: { readonly order: Order; readonly tries: number },
): Promise<readonly SendResult[]> {
  let ran = 0;
  const effect = async () => {
    ran += 1;
    await sleep(EFFECT_MS);
    return 'The report is sent.';
  };
  const [one, other] = await open(effect);
  try {
    const results: SendResult[] = [];
    for (let index = 0; index < tries; index += 1) {
      ran = 0;
      const name = await one.suspend();
      if (ran > 0) throw new Error('The tool ran before the approval.');
      const rejections = await ORDERS[order](
        () => one.resume(name),
        () => other.resume(name),
      );
      results.push({ ran, rejections });
    }
    return results;
  } finally {
    await other.close();
    await one.close();
  }
}

type Send = () => Promise<void>;

const ORDERS: Readonly<Record<Order, (one: Send, other: Send) => Promise<readonly string[]>>> = {
  'at once': async (one, other) => (await Promise.all([rejectionOf(one), rejectionOf(other)])).flat(),
  'in turn': async (one, other) => [...(await rejectionOf(one)), ...(await rejectionOf(other))],
};

/** Returns the message of a rejected decision, or an empty list if it was accepted. */
async function rejectionOf(send: Send): Promise<readonly string[]> {
  const silence = new AbortController();
  const tooLong = async () => {
    await sleep(MAX_WAIT_MS, undefined, { signal: silence.signal });
    throw new Error(`The run did not end within ${MAX_WAIT_MS} ms.`);
  };
  try {
    await Promise.race([send(), tooLong()]);
    return [];
  } catch (error) {
    return [wordsOf(error)];
  } finally {
    silence.abort();
  }
}

/** Returns our error code or the first sentence of another message, because complete messages contain the id of the run. */
function wordsOf(error: unknown): string {
  if (error instanceof SekishoError) return error.code;
  const message = error instanceof Error ? error.message : String(error);
  return /^.+?(?=[.\n]|$)/.exec(message)?.[0] ?? message;
}
