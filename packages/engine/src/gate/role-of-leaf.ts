import { type ArgumentRole, type ControlRole, type Effect, isGrave } from '../wire/tool-manifest.ts';
import { inferArgumentRole } from './manifest/infer-argument-role.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import type { Leaf } from './provenance/leaves-of.ts';

/**
 * Returns the role of one value of a call, as it is declared or inferred. The form of the value takes precedence: `changes.value`
 * can hold the bank account of a supplier, and a date or a sentence selects nothing.
 */
export function roleOfLeaf(
  { manifest, wording }: KnownTool,
  leaf: Leaf,
  { effect, isListed }: { readonly effect: Effect; readonly isListed: (value: string) => boolean },
): ArgumentRole {
  const stated = Object.hasOwn(manifest.arguments, leaf.name) ? manifest.arguments[leaf.name] : undefined;
  // Every word of a command that was classified is known. The files that it changes are traced, and its texts are content.
  if (stated === 'command' && manifest.effect === 'execute' && effect !== 'execute')
    return effect === 'read' ? 'option' : 'content';
  // The parts of a page are named after the page. What they do raises the effect of the call.
  if (wording.isPageAction && PAGE_PART.test(leaf.name)) return 'option';
  const isDeclared = manifest.origin === 'declared';
  const role = stated ?? inheritedRole(leaf, effect, { roles: manifest.arguments, isDeclared });
  if (effect === 'read') return role;
  return isDeclared ? declaredRole(leaf, role, { effect, isListed }) : byForm(String(leaf.value), role);
}

/** Returns the role of a value whose tool declares its arguments, by the form of the value. */
function declaredRole(
  leaf: Leaf,
  role: ArgumentRole,
  { effect, isListed }: { readonly effect: Effect; readonly isListed: (value: string) => boolean },
): ArgumentRole {
  if (role === 'option') return role;
  const value = String(leaf.value);
  // A recipient that is the code of a listed record, such as `D-7`, selects an entry of the app and is not an address.
  if (role === 'recipient' && !isGrave(effect) && RECORD_CODE.test(value) && isListed(value)) return 'target';
  return byForm(value, role === 'target' ? targetRole(leaf, effect) : role);
}

/** `target` says little. In a grave call, a postal address is a recipient and a package that is installed a command. */
function targetRole({ name, value }: Leaf, effect: Effect): ArgumentRole {
  if (!isGrave(effect)) return 'target';
  const key = name.slice(name.lastIndexOf('.') + 1);
  const named = inferArgumentRole({ name: key, type: typeof value }, { effect, makes: [] });
  return named === 'recipient' || named === 'command' ? named : 'target';
}

function inheritedRole(
  leaf: Leaf,
  effect: Effect,
  { roles, isDeclared }: { roles: Readonly<Record<string, ArgumentRole>>; isDeclared: boolean },
): ArgumentRole {
  const name = leaf.name.slice(leaf.name.lastIndexOf('.') + 1);
  const parent = leaf.name.slice(0, Math.max(0, leaf.name.indexOf('.')));
  const inherited = Object.hasOwn(roles, parent) ? roles[parent] : undefined;
  if (inherited === 'content' || isDeclared) return inherited ?? 'target';
  return inferArgumentRole({ name, type: typeof leaf.value }, { effect, makes: [] });
}

function byForm(text: string, role: ArgumentRole): ArgumentRole {
  if (text.length > 120 || role === 'command' || role === 'credential') return role;
  // A date that the model computed from "next Friday" is not an address.
  if (DATE.test(text) && role !== 'content') return 'option';
  if (role === 'content' || role === 'path' || role === 'recipient')
    return isAccountNumber(text) ? 'account' : role;
  // A sentence selects nothing, whatever its argument is called.
  if (role === 'target' && SENTENCE.test(text)) return 'content';
  return byAddress(text, role);
}

/** An account number, a mail address or a link steers the effect wherever it is written. */
function byAddress(text: string, role: ArgumentRole): ArgumentRole {
  if (text.length > 120) return role;
  if (isAccountNumber(text)) return 'account';
  if (MAIL_ADDRESS.test(text)) return 'recipient';
  return LINK.test(text) ? 'url' : role;
}

const PAGE_PART = /^(?:element|label|button|selector|field|ref|locator|xpath|index)$/i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.{0,14})?$/;
/** At least three words, or eight characters of a script without spaces, and the mark that ends a sentence. */
const SENTENCE = /^(?:\S+\s+){2,}\S+[.!?…]$|^[^\n]{7,}[。！？]$/;
/** Letters and a number. A number alone may be that of a phone. */
const RECORD_CODE = /^[a-z]{1,5}[-_]?\d{1,8}$/i;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;
const LINK = /^(?:https?|ssh|git|ftp|file):\/\/|^git@[\w.-]+:/i;
const IBAN = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?$/i;

/** Returns whether a text is the number of a bank account in the international form. */
export function isAccountNumber(text: string): boolean {
  return text.length >= 15 && IBAN.test(text.trim());
}

/** Splits a list of addresses, so that each address is checked. */
export function partsOf(value: string | number, role: ControlRole): readonly (string | number)[] {
  if (typeof value === 'number' || role === 'command' || role === 'credential') return [value];
  if (!/[,;]/.test(value) || (role !== 'recipient' && role !== 'account')) return [value];
  return value.split(/[,;]\s*/).filter((part) => part !== '');
}
