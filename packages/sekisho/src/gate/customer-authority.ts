import type { ControlRole, Effect } from '../contracts/tool-manifest.ts';
import { normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import type { TracedValue } from './provenance/trace-value.ts';
import type { OutputRecord } from './provenance/walk-output.ts';

/**
 * Whether the values of a call have an authority besides the words of a customer: session data of the host, the agent's
 * instructions, or a field in the result of a trusted tool.
 */
export class CustomerAuthority {
  readonly #history: RunHistory;
  readonly #effect: Effect;
  #isMissing = false;
  readonly #records: { readonly role: ControlRole; readonly records: readonly OutputRecord[] }[] = [];

  constructor(history: RunHistory, effect: Effect) {
    this.#history = history;
    this.#effect = effect;
  }

  /** A value that needs an authority has none. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** An amount stands in another record than everything else that the call names: the total of another order, say. */
  get isMixed(): boolean {
    const others = this.#records.filter(({ role }) => role !== 'amount').flatMap(({ records }) => records);
    if (others.length === 0) return false;
    return this.#records.some(
      ({ role, records }) =>
        role === 'amount' && !records.some((record) => others.some((other) => isSameOrInside(record, other))),
    );
  }

  /** Looks for the authority of one value; returns where the value comes from as far as a customer is concerned. */
  take(value: string | number, role: ControlRole, traced: TracedValue): TracedValue {
    if (!needsAuthority(this.#effect, role) || normalizeValue(String(value)) === '') return traced;
    const found = this.#find(value, role);
    if (found !== undefined) return found;
    this.#isMissing = true;
    return traced.origin === 'user' ? { origin: 'customer' } : traced;
  }

  #find(value: string | number, role: ControlRole): TracedValue | undefined {
    const text = normalizeValue(String(value));
    const number = role === 'amount' ? Number(text.replaceAll(',', '')) : Number.NaN;
    // 42, 42.00 and "42" are the same amount.
    const forms = Number.isFinite(number) ? [text, String(number)] : [text];
    const { results } = this.#history;
    const fields = forms.flatMap((form) =>
      results.fieldsOf(form).filter(({ isTrusted, place }) => isTrusted && place === 'field'),
    );
    if (fields.length > 0) this.#records.push({ role, records: fields.map(({ record }) => record) });
    if (forms.some((form) => this.#history.isSessionValue(form))) return { origin: 'session' };
    if (fields[0]) return { origin: 'trusted', tool: fields[0].tool };
    return forms.some((form) => this.#history.isInstructed(form)) ? { origin: 'instructions' } : undefined;
  }
}

/** Which values a customer's words alone cannot set. Paths and targets of a change that can be undone are not among them. */
function needsAuthority(effect: Effect, role: ControlRole): boolean {
  if (effect === 'read') return false;
  return effect !== 'write' || WRITE_ROLES.has(role);
}

const WRITE_ROLES: ReadonlySet<ControlRole> = new Set(['recipient', 'account', 'amount', 'credential']);

/** One of the records is the other, or contains it. */
function isSameOrInside(left: OutputRecord, right: OutputRecord): boolean {
  return contains(left, right) || contains(right, left);
}

function contains(outer: OutputRecord, inner: OutputRecord): boolean {
  // The outermost object is the result itself; two entries of one list do not belong together for that.
  for (let at: OutputRecord | undefined = inner; at !== undefined; at = at.parent)
    if (at === outer) return outer.parent !== undefined || at === inner;
  return false;
}
