import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from 'sekisho';
import type { OpenPair } from './instance.ts';

/** How two answers to one question follow each other. */
export type Order = 'at once' | 'in turn';

/** What became of one question that was answered twice. */
export interface Answered {
  /** How often the tool ran. */
  readonly ran: number;
  /** What those that were refused were told. */
  readonly refusals: readonly string[];
}

const EFFECT_MS = 20;
const MAX_WAIT_MS = 20_000;

/** Lets two instances say yes to the same waiting run, so many times, each time to a new run. */
export async function sendTwice(
  open: OpenPair,
  { order, tries }: { readonly order: Order; readonly tries: number },
): Promise<readonly Answered[]> {
  let ran = 0;
  const effect = async () => {
    ran += 1;
    await sleep(EFFECT_MS);
    return 'The report is sent.';
  };
  const [one, other] = await open(effect);
  try {
    const answered: Answered[] = [];
    for (let index = 0; index < tries; index += 1) {
      ran = 0;
      const name = await one.suspend();
      if (ran > 0) throw new Error('The tool ran before anybody said yes.');
      const refusals = await ORDERS[order](
        () => one.resume(name),
        () => other.resume(name),
      );
      answered.push({ ran, refusals });
    }
    return answered;
  } finally {
    await other.close();
    await one.close();
  }
}

type Send = () => Promise<void>;

const ORDERS: Readonly<Record<Order, (one: Send, other: Send) => Promise<readonly string[]>>> = {
  'at once': async (one, other) => (await Promise.all([refusalOf(one), refusalOf(other)])).flat(),
  'in turn': async (one, other) => [...(await refusalOf(one)), ...(await refusalOf(other))],
};

/** What an instance says when it does not carry out an answer; nothing when it does. */
async function refusalOf(send: Send): Promise<readonly string[]> {
  const silence = new AbortController();
  const tooLong = async () => {
    await sleep(MAX_WAIT_MS, undefined, { signal: silence.signal });
    throw new Error(`There was no end within ${MAX_WAIT_MS} ms.`);
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

/** Messages name the run, so that no two of them are alike: of ours the code is told, of others the first sentence. */
function wordsOf(error: unknown): string {
  if (error instanceof SekishoError) return error.code;
  const message = error instanceof Error ? error.message : String(error);
  return /^.+?(?=[.\n]|$)/.exec(message)?.[0] ?? message;
}
