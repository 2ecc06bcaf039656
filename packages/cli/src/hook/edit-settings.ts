import { SekishoError } from '@sekisho/engine';
import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';

/** The end of each command that `hook install` writes. */
export const MARK = '# sekisho hook';
const OWN_URL = /^http:\/\/127\.0\.0\.1:\d+\/http\//;

const handlerSchema = z.looseObject({
  command: z.string().optional(),
  bash: z.string().optional(),
  url: z.string().optional(),
});
const entrySchema = handlerSchema.extend({ hooks: z.array(handlerSchema).optional() });
const settingsSchema = z.looseObject({ hooks: z.record(z.string(), z.array(entrySchema)).optional() });
type Entry = z.infer<typeof entrySchema>;
type Handler = z.infer<typeof handlerSchema>;

/** A hook of Sekisho in the settings of a client. */
export interface OwnHook {
  readonly event: string;
  readonly handler: Handler;
}

/** Parses the settings of a client, which may contain comments. */
export function parseSettings(text: string, file: string): z.infer<typeof settingsSchema> {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  const parsed = settingsSchema.safeParse(value);
  const [error] = errors;
  if (!error && parsed.success) return parsed.data;
  const why = error ? ` (${printParseErrorCode(error.error)} at character ${error.offset})` : '';
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `${file} cannot be read as the settings of a client${why}. Correct it first.`,
  );
}

/** Returns the hooks of Sekisho. */
export function ownHooks(settings: z.infer<typeof settingsSchema>): OwnHook[] {
  return Object.entries(settings.hooks ?? {}).flatMap(([event, entries]) =>
    entries.flatMap((entry) =>
      handlersOf(entry)
        .filter(isOwn)
        .map((handler) => ({ event, handler })),
    ),
  );
}

/** Returns the text of settings with exactly these hooks of Sekisho, by event. Comments and everything else stay. */
export function withHooks(text: string, file: string, added: Readonly<Record<string, object>>): string {
  const { hooks = {} } = parseSettings(text, file);
  const lists = Object.fromEntries(
    [...new Set([...Object.keys(hooks), ...Object.keys(added)])].map((event) => {
      const others = (hooks[event] ?? []).filter((entry) => !handlersOf(entry).every(isOwn));
      return [event, added[event] === undefined ? others : [...others, added[event]]];
    }),
  );
  const isEmpty = Object.values(lists).every((list) => list.length === 0);
  if (isEmpty) return hooks === undefined ? text : setValue(text, ['hooks'], undefined);
  return Object.entries(lists).reduce(
    (edited, [event, list]) =>
      JSON.stringify(list) === JSON.stringify(hooks[event])
        ? edited
        : setValue(edited, ['hooks', event], list.length === 0 ? undefined : list),
    text,
  );
}

/** Returns the text of settings with another value at a path. Undefined removes it. */
export function setValue(text: string, path: readonly string[], value: unknown): string {
  const source = text.trim() === '' ? '{}\n' : text;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(source, modify(source, [...path], value, { formattingOptions }));
}

const handlersOf = (entry: Entry): readonly Handler[] => entry.hooks ?? [entry];
const isOwn = ({ command, bash, url }: Handler) =>
  (command ?? bash ?? '').endsWith(MARK) || OWN_URL.test(url ?? '');
