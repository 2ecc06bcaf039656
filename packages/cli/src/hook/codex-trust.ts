import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A hook of Codex with the key and the hash under which its configuration stores the trust of the user. */
export interface CodexHook {
  readonly key: string;
  readonly hash: string;
  readonly command: string;
}

const groupsSchema = z.array(
  z.looseObject({
    matcher: z.string().optional(),
    hooks: z
      .array(
        z.looseObject({
          command: z.string().optional(),
          timeout: z.number().optional(),
          async: z.boolean().optional(),
        }),
      )
      .default([]),
  }),
);

/** Returns the hooks of a file of Codex. Codex executes a hook only if the stored hash is the one of the hook. */
export function codexHooks(file: string, hooks: Readonly<Record<string, unknown>>): CodexHook[] {
  return Object.entries(hooks).flatMap(([event, entries]) => {
    const label = event.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    return groupsSchema.parse(entries).flatMap(({ matcher, hooks: handlers }, groupIndex) =>
      handlers.map(({ command = '', timeout = 600, async = false }, index) => {
        // Only events about tools have a matcher. The order of the fields is part of the hash.
        const identity = {
          event_name: label,
          hooks: [{ async, command, timeout, type: 'command' }],
          ...(matcher !== undefined && label.endsWith('tool_use') && { matcher }),
        };
        const hash = `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
        return { key: `${file}:${label}:${groupIndex}:${index}`, hash, command };
      }),
    );
  });
}

/** Returns whether the configuration of Codex trusts a hook, and has not disabled it. */
export function isTrusted(config: string, { key, hash }: CodexHook): boolean {
  const section = sectionOf(config, key);
  return section !== undefined && section.includes(hash) && !/^\s*enabled\s*=\s*false/m.test(section);
}

/** Returns the configuration of Codex in which exactly these hooks of a file are trusted. */
export function withTrust(
  config: string,
  trusted: readonly CodexHook[],
  untrusted: readonly CodexHook[],
): string {
  let text = config;
  for (const { key } of [...trusted, ...untrusted]) {
    const section = sectionOf(text, key);
    if (section !== undefined) text = text.replace(section, '');
  }
  const added = trusted.map(({ key, hash }) => `${header(key)}\ntrusted_hash = "${hash}"`);
  const parts = [text.trim(), ...added].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

const header = (key: string) => `[hooks.state.${JSON.stringify(key)}]`;

/** Returns the table of a hook, up to the next table. */
function sectionOf(config: string, key: string): string | undefined {
  const start = config.split('\n').findIndex((line) => line.trim() === header(key));
  if (start < 0) return undefined;
  const lines = config.split('\n').slice(start);
  const end = lines.findIndex((line, index) => index > 0 && line.trimStart().startsWith('['));
  return `${lines.slice(0, end < 0 ? undefined : end).join('\n')}${end < 0 ? '' : '\n'}`;
}
