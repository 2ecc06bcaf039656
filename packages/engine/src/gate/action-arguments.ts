import { baseVerb } from './manifest/verb-lexicon.ts';

/** The arguments in which a tool for several actions receives the action. */
export const ACTION_ARGUMENTS: readonly string[] = ['action', 'operation', 'method', 'op'];

/** Returns whether a value is the verb of the action. It raises the effect of the call, but it selects nothing. */
export function isActionVerb(path: string, text: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return ACTION_ARGUMENTS.includes(name) && baseVerb(text.toLowerCase()) !== undefined;
}
