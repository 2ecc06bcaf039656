import { join } from 'node:path';
import type { CommandHost } from '../command.ts';
import { CLIENTS, isBefore, outputOf, type HookOutput } from './replies.ts';
import { callResident, readAll } from './resident.ts';

const DEFAULT_SECONDS = 570;

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
    const { folder, seconds, name } = optionsOf(args, host.home);
    const deadline = performance.now() + seconds * 1_000;
    // The message is passed on unchanged: a number that JavaScript cannot represent must not become another one.
    const body = await readAll(host.input);
    // Some clients do not name the event in their message.
    const named: unknown = Object(JSON.parse(body)).hook_event_name ?? name;
    event = typeof named === 'string' ? named : undefined;
    if (!known) return fail(`"${client}" is not a client. Use ${CLIENTS.join(', ')}.`);
    const milliseconds = Math.max(1, deadline - performance.now());
    const path = `/hook/${known}?deadline=${Math.round(milliseconds)}${name === undefined ? '' : `&event=${encodeURIComponent(name)}`}`;
    return parseOutput(await callResident(folder, { path, body, milliseconds }));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Only options count, not the environment or the current folder, which the agent may be able to change. */
function optionsOf(args: readonly string[], home: string) {
  const value = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const seconds = Number(value('--deadline') ?? DEFAULT_SECONDS);
  if (!(seconds > 0 && seconds <= 86_400)) throw new Error('--deadline must be a number of seconds.');
  return { folder: value('--data') ?? join(home, '.sekisho'), seconds, name: value('--event') };
}

function parseOutput(text: string): HookOutput {
  const { stdout, stderr, code } = Object(JSON.parse(text));
  if (typeof stdout === 'string' && typeof stderr === 'string' && (code === 0 || code === 2))
    return { stdout, stderr, code };
  throw new Error('The reply of the resident process is not valid.');
}
