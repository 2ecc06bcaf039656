import { randomUUID } from 'node:crypto';
import { auditRecord } from '../../audit/audit-record.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { pagesOf } from '../../store/page-request.ts';
import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { Approver, HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import type { Authority } from '../authority/authority.ts';
import { isWithin } from '../decisions/grants.ts';
import { requireVerifiedRun } from '../authority/require-verified-run.ts';
import { numberIn, textIn } from '../authority/run-records.ts';
import { plainText } from '../requests/displayed-call.ts';
import { proposalsOf, type PermissionProposal } from './permission-proposals.ts';

/** A permission of an administrator for calls with certain values, in all runs. */
export interface StandingPermission {
  readonly permission_id: string;
  readonly agent_name: string;
  readonly tool_id: string;
  /** The keyed digest of the agent, the tool with its definition, and all values or the pattern. */
  readonly covered_digest: string;
  readonly covers: string;
  readonly covers_ja: string;
  /** The administrator who confirmed it, who is responsible for it. */
  readonly owner: string;
  readonly reason: string;
  readonly confirmed_at: string;
  readonly expires_at: string;
  readonly uses_left: number;
}

/** How an administrator confirms a proposal. */
export interface PermissionConfirmation {
  readonly coveredDigest: string;
  readonly by: Approver;
  readonly reason: string;
  /** Default 30, at most 90. */
  readonly ttlDays?: number | undefined;
  /** Default 200, at most 10,000. */
  readonly maxUses?: number | undefined;
}

/** The run id of the records, so that they are found without reading the rest of the log. */
const RUN_ID = 'standing-permissions';
const PAGE_SIZE = 1_000;
const MAX_APPROVALS = 5_000;
const DAY_MS = 86_400_000;

/**
 * The standing permissions of an installation. The audit log contains each confirmation, use and revocation, so they apply to
 * every process that uses the store and need no table. A confirmation counts only with a valid MAC.
 */
export class StandingPermissions {
  readonly #authority: Authority;
  readonly #confirmed = new Map<string, ExecutionLog>();
  readonly #revoked = new Set<string>();
  readonly #uses = new Map<string, number>();
  /** The ids of uses of this process that are not in the log yet, with their permission. They count as uses. */
  readonly #taken = new Map<string, string>();
  #lastSeq = 0;

  constructor(authority: Authority) {
    this.#authority = authority;
  }

  /** Returns the permissions that can be used, oldest first. */
  async list(): Promise<readonly StandingPermission[]> {
    await this.#read();
    return this.#usable(await this.#authority.now());
  }

  /**
   * Takes one use of a permission that covers one of these texts. The permissions are read again each time, so a revocation is
   * effective. A use counts from now on for this process, and for other processes when its record is stored.
   */
  async take(
    covered: readonly string[],
    use: { readonly runId: string; readonly key: string },
  ): Promise<StandingPermission | undefined> {
    if (covered.length === 0) return undefined;
    const { keyring } = this.#authority;
    await this.#read();
    const now = await this.#authority.now();
    // Synchronous from here, so that calls which are decided together cannot take the same use.
    const permission = this.#usable(now).find(({ covered_digest: digest }) =>
      covered.some((text) => keyring.isDigest(text, digest)),
    );
    if (permission) this.#taken.set(useId(permission, use), permission.permission_id);
    return permission;
  }

  /** Releases a use that was taken and not stored. */
  release(permission: StandingPermission, use: { readonly runId: string; readonly key: string }): void {
    this.#taken.delete(useId(permission, use));
  }

  /** Returns the record of one use. It is committed with the start of the call and counts for all runs. */
  useRecord(permission: StandingPermission, use: { readonly runId: string; readonly key: string }) {
    const { permission_id: id } = permission;
    const head = {
      run_id: RUN_ID,
      tool_call_id: useId(permission, use),
      event: 'permission.used',
      attempt: 0,
    } as const;
    return auditRecord({ ...head, decision: 'approved' }, { permission_id: id, used_in: use.runId });
  }

  /** Proposes permissions for calls that people have approved repeatedly, with the requests that each would have saved. */
  async propose(): Promise<readonly PermissionProposal[]> {
    const active = new Set((await this.list()).map(({ covered_digest: digest }) => digest));
    return proposalsOf(await this.#approvals()).filter(({ covered_digest: digest }) => !active.has(digest));
  }

  /** Confirms a proposal. Throws for a digest that is not proposed, or whose approvals do not match the audit log. */
  async confirm(confirmation: PermissionConfirmation): Promise<StandingPermission> {
    const { coveredDigest, by, reason, ttlDays = 30, maxUses = 200 } = confirmation;
    const isLimited = isWithin(ttlDays, 90) && isWithin(maxUses, 10_000);
    if (!by?.id || !reason?.trim() || reason.length > 2_000 || !isLimited)
      throw invalid('A permission needs a person, a reason, 1 to 90 days and 1 to 10000 uses.');
    const proposal = (await this.propose()).find((each) => each.covered_digest === coveredDigest);
    if (!proposal)
      throw invalid(
        'This permission is not proposed. People must approve such calls first; list the proposals again.',
      );
    // Rows of approvals that were inserted or changed in the store must not become a permission.
    for (const runId of new Set(proposal.approvals.map(({ run_id }) => run_id)))
      await requireVerifiedRun(this.#authority, runId);
    const id = `sp_${randomUUID()}`;
    const { agent_name, tool_id, covers, covers_ja } = proposal;
    const content = {
      permission_id: id,
      agent_name,
      tool_id,
      covered_digest: coveredDigest,
      ttl_ms: ttlDays * DAY_MS,
      uses: maxUses,
    };
    const mac = this.#authority.mac(['permission', content]);
    const head = { run_id: RUN_ID, tool_call_id: id, event: 'permission.confirmed', attempt: 0 } as const;
    const details = {
      ...content,
      covers,
      covers_ja,
      by: by.id,
      reason,
      approvals: proposal.questions_saved,
      mac,
    };
    await this.#append({ ...head, decision: 'approved' }, details);
    const confirmed = (await this.list()).find(({ permission_id }) => permission_id === id);
    if (confirmed) return confirmed;
    throw new SekishoError('AGENTS-E-STORE', `The permission ${id} was stored and cannot be read.`);
  }

  /** Ends a permission for all runs. */
  async revoke(permissionId: string, { by, reason }: { by: Approver; reason: string }): Promise<void> {
    if (!by?.id || !reason?.trim()) throw invalid('A revocation needs a person and a reason.');
    const known = (await this.list()).some(({ permission_id: id }) => id === permissionId);
    if (!known) throw invalid(`There is no active permission "${plainText(permissionId, 64)}".`);
    const head = {
      run_id: RUN_ID,
      tool_call_id: permissionId,
      event: 'permission.revoked',
      attempt: 0,
    } as const;
    await this.#append({ ...head, decision: 'denied' }, { permission_id: permissionId, by: by.id, reason });
  }

  #usable(now: number): readonly StandingPermission[] {
    return [...this.#confirmed.values()].flatMap((record) => {
      const permission = this.#permissionOf(record);
      const isUsable =
        !this.#revoked.has(permission.permission_id) &&
        permission.uses_left > 0 &&
        Date.parse(permission.expires_at) > now;
      return isUsable ? [permission] : [];
    });
  }

  async #append(...record: Parameters<typeof auditRecord>): Promise<void> {
    await this.#authority.store.commit([{ kind: 'log.append', record: auditRecord(...record) }]);
    await this.#read();
  }

  async #read(): Promise<void> {
    await this.#authority.ready();
    const query = { runId: RUN_ID, afterSeq: this.#lastSeq, limit: PAGE_SIZE };
    const records = await this.#authority.store.queryLogs(query);
    for (const record of records) this.#apply(record);
    if (records.length === PAGE_SIZE) await this.#read();
  }

  #apply(record: ExecutionLog): void {
    // Concurrent readings return the same records.
    if (record.seq <= this.#lastSeq) return;
    this.#lastSeq = record.seq;
    const id = textIn(record, 'permission_id') ?? '';
    if (record.event === 'permission.revoked') this.#revoked.add(id);
    if (record.event === 'permission.used') {
      this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
      this.#taken.delete(record.tool_call_id);
    }
    if (record.event !== 'permission.confirmed' || this.#confirmed.has(id)) return;
    const { agent_name, tool_id, covered_digest, ttl_ms, uses } = record.data;
    const content = { permission_id: id, agent_name, tool_id, covered_digest, ttl_ms, uses };
    if (this.#authority.isMac(['permission', content], textIn(record, 'mac')))
      this.#confirmed.set(id, record);
  }

  #permissionOf(record: ExecutionLog): StandingPermission {
    const text = (key: string) => textIn(record, key) ?? '';
    const id = text('permission_id');
    const taken = [...this.#taken.values()].filter((each) => each === id).length;
    const ends = Date.parse(record.timestamp) + (numberIn(record, 'ttl_ms') ?? 0);
    return {
      permission_id: id,
      agent_name: text('agent_name'),
      tool_id: text('tool_id'),
      covered_digest: text('covered_digest'),
      covers: text('covers'),
      covers_ja: text('covers_ja'),
      owner: text('by'),
      reason: text('reason'),
      confirmed_at: record.timestamp,
      expires_at: new Date(ends).toISOString(),
      uses_left: (numberIn(record, 'uses') ?? 0) - (this.#uses.get(id) ?? 0) - taken,
    };
  }

  async #approvals(): Promise<readonly HumanApprovalRequest[]> {
    const rows: HumanApprovalRequest[] = [];
    const pages = pagesOf((cursor) => this.#authority.store.listApprovals({ limit: 500, cursor }));
    for await (const page of pages) {
      rows.push(...page);
      if (rows.length >= MAX_APPROVALS) break;
    }
    return rows;
  }
}

/** Returns the id of one use, under which its record is stored once. */
const useId = (
  { permission_id: id }: StandingPermission,
  { runId, key }: { readonly runId: string; readonly key: string },
) => `${id}:${runId}:${key}`;

const invalid = (message: string) => new SekishoError('AGENTS-E-INPUT-INVALID', message);
