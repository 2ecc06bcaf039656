import type { ControlRole } from '../../wire/tool-manifest.ts';
import type { Attribute } from '../call-facts.ts';
import type { Condition, PolicyRule } from '../policy-profile.ts';

/** The effects that change something. */
export const CHANGING = ['write', 'send', 'delete', 'spend', 'execute', 'admin'];
/** The effects that cannot be undone or that control everything else. */
export const GRAVE = ['spend', 'execute', 'admin'];

/** A fact has this value. */
export const is = (attribute: Attribute, value: boolean | string): Condition => ({ attribute, is: value });

/** A fact has one of these values. */
export const oneOf = (attribute: Attribute, values: string[]): Condition => ({ attribute, in: values });

/** The origin of a value is not among those that the profile accepts. */
export const outside = (role: ControlRole, list: Accepts): Condition => ({ attribute: role, outside: list });

type Accepts = 'accepts' | 'accepts_write' | 'accepts_grave' | 'accepts_read';
type Decided = Pick<PolicyRule, 'decision' | 'risk_level'>;

/** The decision of a rule and its risk. */
export const allows = (risk_level: Decided['risk_level']): Decided => ({ decision: 'allow', risk_level });
export const needsHuman = (risk_level: Decided['risk_level']): Decided => ({
  decision: 'needs_human',
  risk_level,
});

/** Creates a rule about a fact of a call that changes something. */
export function ofChange(
  id: string,
  fact: Attribute,
  risk: Decided['risk_level'],
  reason: PolicyRule['reason'],
): PolicyRule {
  return {
    id,
    when: [oneOf('effect', CHANGING), is(fact, true)],
    ...needsHuman(risk),
    reason,
    match: [{ effect: 'write', [fact]: true, intent: 'asked' }],
    not_match: [
      { effect: 'write', [fact]: false },
      { effect: 'read', [fact]: true },
    ],
  };
}
