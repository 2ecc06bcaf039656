import { type ArgumentRole, type ControlRole, type Effect, isGrave } from '../wire/tool-manifest.ts';
import { inferArgumentRole } from './manifest/infer-argument-role.ts';
import type { KnownTool } from './manifest/manifest-registry.ts';
import type { Leaf } from './provenance/leaves-of.ts';

/**
 * Returns the role of one value of a call. A declared role is a fact, except that a target may be an address: `changes.value`
 * can hold the bank account of a supplier. An inferred role yields to the form of the value.
 */
export function roleOfLeaf({ manifest, wording }: KnownTool, leaf: Leaf, effect: Effect): ArgumentRole {
  const roles = manifest.arguments;
  const stated = Object.hasOwn(roles, leaf.name) ? roles[leaf.name] : undefined;
  // A command that was classified as a read steers nothing.
  if (stated === 'command' && effect === 'read' && manifest.effect === 'execute') return 'option';
  if (stated !== undefined && manifest.origin === 'declared')
    return stated === 'target' && effect !== 'read' ? targetRole(leaf, effect) : stated;
  // The parts of a page are named after the page. What they do raises the effect of the call.
  if (wording.isPageAction && PAGE_PART.test(leaf.name)) return 'option';
  const role = stated ?? inheritedRole(leaf, effect, { roles, isDeclared: manifest.origin === 'declared' });
  return manifest.origin === 'declared' || effect === 'read' ? role : byForm(String(leaf.value), role);
}

/** `target` says little. In a grave call, a postal address is a recipient and a package that is installed a command. */
function targetRole({ name, value }: Leaf, effect: Effect): ArgumentRole {
  const key = name.slice(name.lastIndexOf('.') + 1);
  const named = isGrave(effect)
    ? inferArgumentRole({ name: key, type: typeof value }, { effect, makes: [] })
    : 'target';
  return byAddress(String(value), named === 'recipient' || named === 'command' ? named : 'target');
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
