import { openEdit } from '../approval/decisions/edit.ts';
import { openCall } from '../approval/requests/sealed-call.ts';
import { plainText } from '../approval/requests/displayed-call.ts';
import type { Keyring } from '../config/keyring.ts';
import { partsOf } from '../gate/role-of-leaf.ts';
import { leavesOf } from '../gate/provenance/leaves-of.ts';
import type { ApprovedValue } from '../gate/provenance/run-history.ts';
import type { PolicyProfile } from '../policy/policy-profile.ts';
import type { HumanApprovalRequest, ValueOffer } from '../wire/human-approval-request.ts';
import type { ControlRole } from '../wire/tool-manifest.ts';
import type { JudgedCall } from './tool-call.ts';

/**
 * Returns which values of this call would count as the user's for the rest of the run after an approval, or undefined if
 * there are none. Calls that no grant may cover make no value trusted: payments, commands, changes of rights, risk 5, and
 * calls that untrusted text asks for.
 */
export function valueOffer(
  { decision, coverage }: JudgedCall,
  { approved_values }: Pick<PolicyProfile, 'approved_values'>,
): ValueOffer | undefined {
  if (approved_values === 'off' || coverage() === undefined) return undefined;
  const sources = (decision.sources ?? []).flatMap(({ path, role, value, origin }) => {
    const named = VALUE_ROLES.find((each) => each === role);
    return named === undefined || isTrusted(origin) ? [] : [{ name: nameOf(path), role: named, value }];
  });
  if (sources.length === 0) return undefined;
  const values = new Map(sources.map(({ name, role }) => [`${role} ${name}`, { name, role }]));
  return { values: [...values.values()], ...sentences(sources.map(({ value }) => value)) };
}

/** The values of an amount, a command or a credential never count as the user's. */
const VALUE_ROLES = ['recipient', 'account', 'url', 'path', 'target'] as const satisfies ControlRole[];

const isTrusted = (origin: string) => /^(?:user|approved|session|instructions|trusted)\b/.test(origin);

const nameOf = (path: string) => path.replaceAll(/\[\d+\]/g, '');

const MAX_SHOWN = 3;

function sentences(values: readonly string[]): Pick<ValueOffer, 'counts' | 'counts_ja'> {
  const distinct = [...new Set(values)];
  const shown = distinct.slice(0, MAX_SHOWN).map((value) => plainText(value, 100));
  const rest = distinct.length - shown.length;
  const verb = distinct.length === 1 ? 'counts' : 'count';
  const en = shown.map((value) => `"${value}"`).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const ja = shown.map((value) => `「${value}」`).join('、') + (rest > 0 ? `ほか${rest}件` : '');
  return {
    counts: `If you approve, ${en} ${verb} as given by the user for the rest of this run.`,
    counts_ja: `承認すると、${ja}はこの実行が終わるまで利用者が指定した値として扱われます。`,
  };
}

/**
 * Returns the values that approvals of this run made the user's. The approvals must have been verified against the audit
 * log. Edited arguments replace those of the model: the values that the approver entered count, and those that the approver
 * removed do not.
 */
export function approvedValues(
  approvals: readonly HumanApprovalRequest[],
  keyring: Keyring,
): readonly ApprovedValue[] {
  return approvals.flatMap((approval) => {
    const { status, kind, value_offer: offer, values_once, asked_by, decided_by } = approval;
    if (status !== 'approved' || kind !== 'call' || offer === undefined || values_once === true) return [];
    // A program that approves automatically has not looked at the values.
    if (asked_by === 'host' || decided_by?.kind === 'host') return [];
    const text = openEdit(keyring, approval) ?? openCall(keyring, approval).args;
    const leaves = leavesOf(text === null || text.trim() === '' ? {} : JSON.parse(text), MAX_LEAVES) ?? [];
    return leaves.flatMap(({ name, value }) =>
      offer.values
        .filter((each) => each.name === name)
        .flatMap(({ role }) =>
          [value, ...partsOf(value, role)].map((part) => ({
            role,
            value: String(part),
            by: decided_by?.id ?? '',
          })),
        ),
    );
  });
}

const MAX_LEAVES = 500;
