import { isRecord } from '../api/is-record.ts';
import { VALUE_ORIGINS } from './gate/use-terms.ts';

/** The effects for which a profile lists the accepted origins. */
export const CALL_CLASSES = ['accepts', 'accepts_write', 'accepts_grave', 'accepts_read'] as const;

/** The decisions that can override a rule. */
export const RULE_OVERRIDES = ['allow', 'needs_human', 'deny', 'off'] as const;

/** The limits of a run. */
export const LIMITS = ['writes', 'spend', 'refusals'] as const;

type Origins = Readonly<Record<string, readonly string[]>>;

/**
 * The part of a profile that the form edits. Unknown fields are retained, and the server validates the whole profile.
 */
export type EditableProfile = Readonly<Record<CallClass, Origins>> & {
  readonly name: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly decisions: Readonly<Record<string, string>>;
  readonly extra_rules: readonly unknown[];
  readonly allow_lists?: {
    readonly recipients?: readonly string[] | undefined;
    readonly domains?: readonly string[] | undefined;
  };
};

/** One of the effects. */
export type CallClass = (typeof CALL_CLASSES)[number];

/** Reads a profile. Returns undefined when it has another shape. */
export function readProfile(value: unknown): EditableProfile | undefined {
  return isProfile(value) ? value : undefined;
}

/** Adds or removes an accepted origin of an argument. The origins stay in the order of trust. */
export function toggleOrigin(
  profile: EditableProfile,
  { callClass, role, origin }: { callClass: CallClass; role: string; origin: string },
): EditableProfile {
  const before = profile[callClass][role] ?? [];
  const others = before.filter((known) => known !== origin);
  const order: readonly string[] = VALUE_ORIGINS;
  const after = others.length < before.length ? others : [...others, origin];
  const sorted = after.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return { ...profile, [callClass]: { ...profile[callClass], [role]: sorted } };
}

/** Overrides the decision of a rule, or removes the override when no decision is given. */
export function decideRule(
  profile: EditableProfile,
  rule: string,
  decision: string | undefined,
): EditableProfile {
  const { [rule]: _before, ...others } = profile.decisions;
  return { ...profile, decisions: decision === undefined ? others : { ...others, [rule]: decision } };
}

/** Returns whether two profiles are equal, independent of the order of their keys. */
export function isSameProfile(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function isProfile(value: unknown): value is EditableProfile {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !Array.isArray(value['extra_rules'])) {
    return false;
  }
  return (
    CALL_CLASSES.every((callClass) => isRecordOf(value[callClass], isListOfTexts)) &&
    (value['allow_lists'] === undefined || isRecordOf(value['allow_lists'], isListOfTexts)) &&
    isRecordOf(value['limits'], Number.isFinite) &&
    isRecordOf(value['decisions'], isText)
  );
}

const isText = (value: unknown) => typeof value === 'string';
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isRecordOf = (value: unknown, fits: (inner: unknown) => boolean) =>
  isRecord(value) && Object.values(value).every(fits);

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
