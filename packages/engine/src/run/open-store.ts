import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { ExecutionLogStore } from '../store/execution-log-store.ts';
import { loadSecret } from '../config/load-secret.ts';
import { MemoryStateStore } from '../store/memory/memory-state-store.ts';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';
import type { StateStore } from '../store/state-store.ts';
import { Authority } from '../approval/authority/authority.ts';
import { composeStateStore } from '../store/compose-state-store.ts';
import { Keyring } from '../config/keyring.ts';
import { lazyStateStore } from '../store/lazy-state-store.ts';
import { adoptAuthority } from './adopt-authority.ts';
import { adoptKey } from './adopt-key.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { markFileOf, type MarkDirectories } from './mark-file-of.ts';
import type { EngineOptions, OpenStore } from './engine-parts.ts';

/**
 * Returns the store of a runner with its keys and, for a durable store, the high-water mark. Approvals and the audit log
 * may be in separate systems. The store opens at its first use.
 */
export function openStore(
  { store, secret, host, approvalStore, executionLogStore, markDirectory }: EngineOptions,
  clock: () => number,
  env: Readonly<Record<string, string | undefined>>,
): { store: StateStore; keyring: Keyring; keyFile?: string; mark?: HighWaterMark } {
  if (store === 'memory') {
    const keyring = new Keyring(secret ?? randomBytes(32));
    const memory = new MemoryStateStore({ clock, link: keyring.link });
    return {
      keyring,
      store: composeStateStore(memory, { approvals: approvalStore, logs: executionLogStore }),
    };
  }
  // The path is absolute, so that a program may change its working directory while the store is open.
  const directory = resolve(typeof store === 'object' ? store.directory : (env['SEKISHO_DIR'] ?? '.sekisho'));
  const keyFile = join(directory, 'key');
  const isKeyOnDisk = secret === undefined && (env['SEKISHO_SECRET'] ?? '') === '';
  const keyring = new Keyring(secret ?? loadSecret(keyFile, env['SEKISHO_SECRET']));
  const { link } = keyring;
  const open = typeof store === 'function' ? store : openSqlite(join(directory, 'state.db'));
  const directories: MarkDirectories = {
    configured: markDirectory ?? (env['SEKISHO_MARK_DIR'] || undefined),
    ownFolder: typeof store === 'function' ? undefined : directory,
    keyFolder: isKeyOnDisk ? directory : undefined,
  };
  const mark = new HighWaterMark((identity) => markFileOf(directories, keyring, identity));
  const adopt = (from: StateStore) => adoptAuthority(new Authority({ store: from, keyring, clock }));
  const own = lazyStateStore(
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
        if (!executionLogStore) await adopt(composeStateStore(opened, { approvals: approvalStore }));
      },
      guard: () => mark.requireNoRollback(),
      afterWriting: () => mark.changed(),
      beforeClosing: () => mark.flush(),
    },
    clock,
  );
  const parts = { approvals: approvalStore, logs: executionLogStore };
  const whole = composeStateStore(own, parts);
  return {
    keyring,
    keyFile,
    mark,
    store: executionLogStore
      ? preparedStore(
          own,
          { ...parts, logs: executionLogStore },
          once(() => adopt(whole)),
        )
      : whole,
  };
}

/**
 * Returns a store with a separate log, which may be unavailable while the state is available. The log is prepared before
 * its first record and before the first MAC is created or verified, but not for a write of state alone.
 */
function preparedStore(
  own: StateStore,
  { approvals, logs }: { approvals: ApprovalStore | undefined; logs: ExecutionLogStore },
  prepare: () => Promise<void>,
): StateStore {
  const prepared: ExecutionLogStore = {
    append: async (records) => {
      await prepare();
      await logs.append(records);
    },
    query: (filter) => logs.query(filter),
    last: () => logs.last(),
  };
  const store = composeStateStore(own, { approvals, logs: prepared });
  return {
    ...store,
    tenant: async () => {
      await prepare();
      return (await own.tenant?.()) ?? '';
    },
  };
}

/** Caches the result of `work`. A failed attempt is repeated by the next call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () =>
    (done ??= work().catch((cause: unknown) => {
      done = undefined;
      throw cause;
    }));
}

function openSqlite(path: string): OpenStore {
  return ({ link, clock }) => openSqliteStateStore({ path, link, clock });
}
