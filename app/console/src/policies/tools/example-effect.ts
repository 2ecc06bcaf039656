import { describeEffect } from '../../approvals/effect/describe-effect.ts';
import type { Language } from '../../i18n/language.ts';
import { listArgumentPaths } from './list-argument-paths.ts';
import type { ManifestInput } from './manifest-form.tsx';
import type { Tool } from './tools-query.ts';

/** The roles of arguments that can be the target of a call, the most important first. */
const TARGETS = ['recipient', 'account', 'url', 'path', 'command', 'target'] as const;

/** Returns the sentence that a reviewer reads about a call, with the name of the argument that is its target. */
export function exampleEffect(
  tool: Pick<Tool, 'tool_id' | 'parameters'>,
  { effect, arguments: roles }: Pick<ManifestInput, 'effect' | 'arguments'>,
  language: Language,
): string {
  const paths = listArgumentPaths(tool.parameters, Object.keys(roles));
  const roleOf = (path: string) => (Object.hasOwn(roles, path) ? roles[path] : 'target');
  const target = TARGETS.flatMap((role) => paths.filter((path) => roleOf(path) === role))[0];
  const destination = target === undefined ? null : `{${target}}`;
  return describeEffect({ kind: 'call', effect, tool_id: tool.tool_id, destination, edit: null }, language);
}
