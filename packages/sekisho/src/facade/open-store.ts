import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Authority } from '../approval/authority/authority.ts';
import { Keyring } from '../config/keyring.ts';
import { loadSecret } from '../config/load-secret.ts';
import { adoptAuthority } from '../runner/adopt-authority.ts';
import { adoptKey } from '../runner/adopt-key.ts';
import { HighWaterMark } from '../runner/high-water-mark.ts';
import { MemoryStateStore } from '../store/memory-state-store.ts';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';
import { composeStateStore } from '../store/compose-state-store.ts';
import { lazyStateStore } from '../store/lazy-state-store.ts';
import type { StateStore } from '../store/state-store.ts';
import { markFileOf, type MarkPlaces } from './mark-file-of.ts';
import type { AgentRunnerOptions, OpenStore } from './create-runner.ts';

/** The store of a runner with its keys and, for a durable one, the mark that shows a restored copy. Nothing is opened yet. */
export function openStore(
  { store, secret, host, approvalStore, executionLogStore, markDirectory }: AgentRunnerOptions,
  clock: () => number,
  env: Readonly<Record<string, string | undefined>>,
): { store: StateStore; keyring: Keyring; keyFile?: string; mark?: HighWaterMark } {
  if (store === 'memory') {
    const keyring = new Keyring(secret ?? randomBytes(32));
    return { keyring, store: new MemoryStateStore({ clock, link: keyring.link }) };
  }
  const directory = typeof store === 'object' ? store.directory : (env['SEKISHO_DIR'] ?? '.sekisho');
  const keyFile = join(directory, 'key');
  const isKeyOnDisk = secret === undefined && (env['SEKISHO_SECRET'] ?? '') === '';
  const keyring = new Keyring(secret ?? loadSecret(keyFile, env['SEKISHO_SECRET']));
  const { link } = keyring;
  const open = typeof store === 'function' ? store : openSqlite(join(directory, 'state.db'));
  const places: MarkPlaces = {
    configured: markDirectory ?? (env['SEKISHO_MARK_DIR'] || undefined),
    ownFolder: typeof store === 'function' ? undefined : directory,
    keyFolder: isKeyOnDisk ? directory : undefined,
  };
  const mark = new HighWaterMark((identity) => markFileOf(places, keyring, identity));
  return {
    keyring,
    keyFile,
    mark,
    store: lazyStateStore(
      async () => {
        await host?.open?.();
        const opened = await open({ clock, link, enqueue: host?.enqueue?.bind(host) });
        mark.attach(opened);
        return opened;
      },
      {
        beforeWriting: async (opened) => {
          await mark.require();
          await adoptKey(opened, keyring);
          const whole = composeStateStore(opened, { approvals: approvalStore, logs: executionLogStore });
          await adoptAuthority(new Authority({ store: whole, keyring, clock }));
        },
        guard: () => mark.requireSound(),
        afterWriting: () => mark.changed(),
        beforeClosing: () => mark.flush(),
      },
      clock,
    ),
  };
}

function openSqlite(path: string): OpenStore {
  return ({ link, clock }) => openSqliteStateStore({ path, link, clock });
}
