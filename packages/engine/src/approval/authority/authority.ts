import { canonicalJson } from '../../checks/digest.ts';
import type { Keyring } from '../../config/keyring.ts';
import type { GrantRecord } from '../../store/run-record.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../../wire/human-approval-request.ts';

/** The fields of a token in the record that issued it. */
export interface IssuedToken {
  readonly token_hash: string;
  readonly ttl_ms: number;
}

/** The fields of a decision that are not part of the request. */
export interface DecisionContent {
  readonly run_id: string;
  readonly approval_id: string;
  readonly action_digest: string;
  readonly to: ApprovalStatus;
  readonly by?: Approver | null | undefined;
  readonly comment?: string | undefined;
  readonly edited_args?: string | undefined;
  /** The recorded outcome of a call that a crash interrupted: done, retry or abort. */
  readonly outcome?: string | undefined;
  readonly values_once?: true | undefined;
}

/**
 * Creates and verifies the MACs of requests, extensions, decisions, tokens and grants. The MAC of a row is part of the
 * audit record that is committed with it, so a row is accepted only together with its record. A MAC covers the tenant
 * and the run: a row copied from another run does not verify.
 */
export class Authority {
  readonly keyring: Keyring;
  readonly store: StateStore;
  /** The parts that a separate system stores, without a common transaction. */
  readonly elsewhere: { readonly log: boolean; readonly approvals: boolean };
  readonly #clock: () => number;
  readonly #isPast: boolean;
  #tenant: string | undefined;

  constructor(options: {
    readonly store: StateStore;
    readonly keyring: Keyring;
    readonly clock: () => number;
    readonly elsewhere?: { readonly log: boolean; readonly approvals: boolean } | undefined;
    /**
     * Verifies history instead of current authority: MACs of retired keys are valid, too. The chain of the log must
     * have been verified.
     */
    readonly isPast?: boolean | undefined;
  }) {
    this.store = options.store;
    this.keyring = options.keyring;
    this.elsewhere = options.elsewhere ?? { log: false, approvals: false };
    this.#clock = options.clock;
    this.#isPast = options.isPast ?? false;
  }

  /** Returns an `Authority` that verifies history. */
  inThePast(): Authority {
    const { store, keyring, elsewhere } = this;
    return new Authority({ store, keyring, clock: this.#clock, elsewhere, isPast: true });
  }

  /**
   * Returns the store's clock minus the runner's. Times in rows use the runner's clock, times in the log the store's.
   */
  async aheadMs(): Promise<number> {
    return this.store.now === undefined ? 0 : (await this.store.now()) - this.#clock();
  }

  /** Returns the time of the store's clock. */
  async now(): Promise<number> {
    return (await this.store.now?.()) ?? this.#clock();
  }

  /** Loads the tenant. MACs can be created and verified afterwards. */
  async ready(): Promise<void> {
    this.#tenant ??= (await this.store.tenant?.()) ?? '';
  }

  /** Creates the MAC of a row. One of the functions below returns its content. */
  mac(content: MacContent): string {
    return this.keyring.mac(this.#text(content));
  }

  isMac(content: MacContent, mac = ''): boolean {
    const text = this.#text(content);
    return this.#isPast ? this.keyring.wasMac(text, mac) : this.keyring.isMac(text, mac);
  }

  requestMac(approval: HumanApprovalRequest): string {
    return this.mac(requestContent(approval, ttlOf(approval)));
  }

  decisionMac(decision: DecisionContent): string {
    return this.mac(decisionContent(decision));
  }

  #text([kind, ...content]: MacContent): string {
    if (this.#tenant === undefined)
      throw new Error('Authority.ready() must be awaited before a MAC is created.');
    return canonicalJson([kind, this.#tenant, ...content]);
  }
}

/** The content that a MAC covers: the kind of the row and its fields. */
type MacContent = readonly [kind: string, ...fields: unknown[]];
type RequestIds = Pick<HumanApprovalRequest, 'approval_id' | 'run_id'>;

/** `ttl_ms` is the time in the record of the request. Extensions change the time in the row. */
export function requestContent(approval: HumanApprovalRequest, ttl_ms: number): MacContent {
  const content = Object.entries(approval).filter(([field]) => !CHANGING_FIELDS.has(field));
  return ['request', present(Object.fromEntries(content)), ttl_ms];
}

/** The fields of a request that change after it was created. */
const CHANGING_FIELDS: ReadonlySet<string> = new Set(
  'status created_at expires_at decided_at decided_by comment edited_args values_once used_at'.split(' '),
);

export function extensionContent({ run_id, approval_id }: RequestIds, ttl_ms: number): MacContent {
  return ['extension', run_id, approval_id, ttl_ms];
}

export function decisionContent(decision: DecisionContent): MacContent {
  const { run_id, approval_id, action_digest, to, by, comment, edited_args, outcome, values_once } = decision;
  const who = by ? [by.id, by.assurance ?? null, ...(by.kind === undefined ? [] : [by.kind])] : null;
  const words = [comment ?? null, edited_args ?? null, outcome ?? null];
  const once = values_once ? ['values_once'] : [];
  return ['decision', run_id, approval_id, action_digest, to, who, words, ...once];
}

export function tokenContent({ run_id, approval_id }: RequestIds, token: IssuedToken): MacContent {
  return ['token', run_id, approval_id, token.token_hash, token.ttl_ms];
}

/** `uses` and `ttl_ms` are the number of uses and the duration when the grant was created. */
export function grantContent(grant: GrantRecord, uses: number, ttl_ms: number): MacContent {
  const { uses_left: _left, expires_at: _expires, ...rest } = grant;
  return ['grant', present(rest), uses, ttl_ms];
}

/** Returns how long the request is open. Stores may convert both times to another clock; the difference is the same. */
export function ttlOf({ created_at, expires_at }: HumanApprovalRequest): number {
  return Date.parse(expires_at) - Date.parse(created_at);
}

/** Removes absent values, because a store may represent them as null. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
