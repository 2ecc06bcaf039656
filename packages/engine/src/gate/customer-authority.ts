import type { ControlRole, Effect } from '../wire/tool-manifest.ts';
import { normalizeValue } from './provenance/normalize-text.ts';
import type { RunHistory } from './provenance/run-history.ts';
import type { TracedValue } from './provenance/trace-value.ts';
import type { OutputRecord } from './provenance/walk-output.ts';

/**
 * Checks whether the values of a call have an authority other than the text of a customer: session data of the host,
 * the agent's instructions, or a field in the result of a trusted tool.
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

  /** A value that requires an authority has none. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** An amount comes from another record than the other values of the call, for example from another order. */
  get isMixed(): boolean {
    const others = this.#records.filter(({ role }) => role !== 'amount').flatMap(({ records }) => records);
    if (others.length === 0) return false;
    return this.#records.some(
      ({ role, records }) =>
        role === 'amount' && !records.some((record) => others.some((other) => isSameOrInside(record, other))),
    );
  }

  /** Finds the authority of one value. Returns the origin of the value for a customer. */
  take(value: string | number, role: ControlRole, traced: TracedValue): TracedValue {
    if (!needsAuthority(this.#effect, role) || normalizeValue(String(value)) === '') return traced;
    // The approver decides for the host, so the value needs no further authority.
    const found = this.#find(value, role) ?? (traced.origin === 'approved' ? traced : undefined);
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

/**
 * Returns whether a customer's text alone cannot set such a value. Paths and targets of reversible changes do not need
 * an authority.
 */
function needsAuthority(effect: Effect, role: ControlRole): boolean {
  if (effect === 'read') return false;
  return effect !== 'write' || WRITE_ROLES.has(role);
}

const WRITE_ROLES: ReadonlySet<ControlRole> = new Set(['recipient', 'account', 'amount', 'credential']);

/** Returns whether one of the records is the other, or contains it. */
function isSameOrInside(left: OutputRecord, right: OutputRecord): boolean {
  return contains(left, right) || contains(right, left);
}

function contains(outer: OutputRecord, inner: OutputRecord): boolean {
  // The outermost object is the result itself, so two entries of one list are not related by it.
  for (let at: OutputRecord | undefined = inner; at !== undefined; at = at.parent)
    if (at === outer) return outer.parent !== undefined || at === inner;
  return false;
}
