import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { CommandHost } from '../command.ts';
import { CLIENTS, isBefore, outputOf, type Client, type HookOutput } from './replies.ts';

/** Where the resident process listens, as it writes it to the folder of the user. */
export interface Resident {
  readonly port: number;
  readonly token: string;
}

export const RESIDENT_FILE = 'up.json';
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
const DEFAULT_SECONDS = 570;
const START = 'Start it with: sekisho up';

/**
 * Runs `sekisho hook CLIENT`: passes the event of a coding agent to the resident process and prints its reply. Every failure before a
 * tool starts becomes a denial: a missing, slow or broken resident process, and invalid input. It loads no other package, because it is
 * started for every event.
 */
export async function launchHook(
  client: string,
  args: readonly string[],
  host: Pick<CommandHost, 'home'> & { readonly input: AsyncIterable<string | Buffer> },
): Promise<HookOutput> {
  const known = CLIENTS.find((each) => each === client);
  let event: string | undefined;
  const fail = (reason: string): HookOutput =>
    isBefore(event)
      ? outputOf(known ?? 'claude', event ?? '', {
          kind: 'deny',
          reason: `Sekisho did not decide about this call. ${reason}`,
        })
      : { stdout: '', stderr: `sekisho hook: ${reason}`, code: 0 };
  try {
    const { folder, seconds } = optionsOf(args, host.home);
    const deadline = performance.now() + seconds * 1_000;
    const text = await readAll(host.input);
    event = eventOf(text);
    if (!known) return fail(`"${client}" is not a client. Use ${CLIENTS.join(', ')}.`);
    return await ask(known, text, readResident(folder), Math.max(1, deadline - performance.now()));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Only options count, not the environment or the current folder, which the agent may be able to change. */
function optionsOf(args: readonly string[], home: string) {
  const value = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const seconds = Number(value('--deadline') ?? DEFAULT_SECONDS);
  if (!(seconds > 0 && seconds <= 86_400)) throw new Error('--deadline must be a number of seconds.');
  return { folder: value('--data') ?? join(home, '.sekisho'), seconds };
}

async function readAll(input: AsyncIterable<string | Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_INPUT_BYTES) throw new Error('The event is larger than 32 MB.');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function eventOf(text: string): string | undefined {
  const parsed: unknown = JSON.parse(text);
  const name: unknown = Object(parsed).hook_event_name;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the address and the token of the resident process of this user. */
export function readResident(folder: string): Resident {
  const file = join(folder, RESIDENT_FILE);
  const { uid, mode } = statOf(file);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  if (!isOwn) throw new Error(`${file} must belong to this user and be readable by no other. ${START}`);
  const { port, token } = Object(JSON.parse(readFileSync(file, 'utf8')));
  if (typeof port !== 'number' || typeof token !== 'string')
    throw new Error(`${file} is not valid. ${START}`);
  return { port, token };
}

function statOf(file: string) {
  try {
    return statSync(file);
  } catch {
    throw new Error(`The resident process is not running. ${START}`);
  }
}

// Not `fetch`: it ends requests after five minutes without a header, and it is slower to load.
function ask(
  client: Client,
  body: string,
  { port, token }: Resident,
  milliseconds: number,
): Promise<HookOutput> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/hook/${client}?deadline=${Math.round(milliseconds)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    // The reply has to arrive before the client gives up, because then the client would start the tool.
    const timer = setTimeout(
      () => sent.destroy(new Error('The resident process did not reply in time.')),
      milliseconds,
    );
    const sent = request(url, { method: 'POST', headers }, (response) => {
      readAll(response)
        .then((text) => resolve(parseOutput(response.statusCode, text)))
        .catch(reject)
        .finally(() => clearTimeout(timer));
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(
        'code' in error && error.code === 'ECONNREFUSED'
          ? new Error(`The resident process is not running. ${START}`)
          : error,
      );
    });
    sent.end(body);
  });
}

function parseOutput(status: number | undefined, text: string): HookOutput {
  if (status !== 200) throw new Error(`The resident process replied with status ${status}.`);
  const { stdout, stderr, code } = Object(JSON.parse(text));
  if (typeof stdout === 'string' && typeof stderr === 'string' && (code === 0 || code === 2))
    return { stdout, stderr, code };
  throw new Error('The reply of the resident process is not valid.');
}
