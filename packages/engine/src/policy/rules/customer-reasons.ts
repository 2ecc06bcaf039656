import { STANDARD_RULES } from '../evaluate-policy.ts';
import type { PolicyRule } from '../policy-profile.ts';

/** Returns the reason of a rule for a run whose user is a customer. The text of a custom rule stays as it is. */
export function customerReason({ id, reason }: Pick<PolicyRule, 'id' | 'reason'>): PolicyRule['reason'] {
  if (!id.startsWith('default.') && !STANDARD_IDS.has(id)) return reason;
  return { en: ofCustomer(reason.en), ja: ofCustomer(reason.ja) };
}

function ofCustomer(sentence: string): string {
  return sentence.replaceAll(/\b([Tt]he) user\b/g, '$1 customer').replaceAll('利用者', 'お客様');
}

const STANDARD_IDS: ReadonlySet<string> = new Set(STANDARD_RULES.map(({ id }) => id));
