import { z } from 'zod';
import { LANGUAGES } from './language.ts';

const childOptionsSchema = z.object({
  /** The temporary folder of the story. */
  place: z.string().min(1),
  lang: z.enum(LANGUAGES),
  decision: z.enum(['approve', 'deny']).default('deny'),
});

/** What the story tells its two processes. Everything else they learn from the store. */
export type ChildOptions = z.input<typeof childOptionsSchema>;

/** Reads what `childArguments` wrote. */
export function readChildOptions([text = '{}']: readonly string[]): z.infer<typeof childOptionsSchema> {
  return childOptionsSchema.parse(JSON.parse(text));
}

/** The command line of a process of the story. */
export function childArguments(options: ChildOptions): string[] {
  return [JSON.stringify(options)];
}
