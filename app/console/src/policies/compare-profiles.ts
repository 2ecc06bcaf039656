import { CALL_CLASSES, isSameProfile, LIMITS, type EditableProfile } from './editable-profile.ts';

/** One difference between two profiles. */
export type ProfileDifference =
  | {
      readonly kind: 'origins';
      readonly list: (typeof CALL_CLASSES)[number];
      readonly role: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | {
      readonly kind: 'limit';
      readonly limit: (typeof LIMITS)[number];
      readonly before: number;
      readonly after: number;
    }
  | {
      readonly kind: 'rule';
      readonly rule: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  | {
      readonly kind: 'list';
      readonly list: 'recipients' | 'domains';
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: 'other'; readonly field: string };

/** Lists what changed from one profile to another. */
export function compareProfiles(before: EditableProfile, after: EditableProfile): ProfileDifference[] {
  const origins = CALL_CLASSES.flatMap((list) =>
    Object.keys({ ...before[list], ...after[list] }).flatMap((role) => {
      const change = changeOf(before[list][role] ?? [], after[list][role] ?? []);
      return change ? [{ kind: 'origins' as const, list, role, ...change }] : [];
    }),
  );
  const limits = LIMITS.flatMap((limit) => {
    const [one = 0, other = 0] = [before.limits[limit], after.limits[limit]];
    return one === other ? [] : [{ kind: 'limit' as const, limit, before: one, after: other }];
  });
  const rules = Object.keys({ ...before.decisions, ...after.decisions }).flatMap((rule) => {
    const [one, other] = [before.decisions[rule], after.decisions[rule]];
    return one === other ? [] : [{ kind: 'rule' as const, rule, before: one, after: other }];
  });
  const lists = (['recipients', 'domains'] as const).flatMap((list) => {
    const change = changeOf(before.allow_lists?.[list] ?? [], after.allow_lists?.[list] ?? []);
    return change ? [{ kind: 'list' as const, list, ...change }] : [];
  });
  const known: ReadonlySet<string> = new Set([...CALL_CLASSES, 'limits', 'decisions', 'allow_lists']);
  const others = Object.keys({ ...before, ...after })
    .filter(
      (field) => !known.has(field) && !isSameProfile(Reflect.get(before, field), Reflect.get(after, field)),
    )
    .map((field) => ({ kind: 'other' as const, field }));
  return [...origins, ...limits, ...rules, ...lists, ...others];
}

function changeOf(before: readonly string[], after: readonly string[]) {
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  return added.length + removed.length === 0 ? undefined : { added, removed };
}
