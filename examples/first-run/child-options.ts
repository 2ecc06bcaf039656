import { z } from 'zod';
import { LANGUAGES } from './language.ts';

const childOptionsSchema = z.object({
  /** The temporary folder of the example. */
  folder: z.string().min(1),
  lang: z.enum(LANGUAGES),
  decision: z.enum(['approve', 'deny']).default('deny'),
});

/** The options of the two processes. They read everything else from the store. */
export type ChildOptions = z.input<typeof childOptionsSchema>;

/** Parses the arguments that `childArguments` created. */
export function readChildOptions([text = '{}']: readonly string[]): z.infer<typeof childOptionsSchema> {
  return childOptionsSchema.parse(JSON.parse(text));
}

/** Returns the command line arguments of a process. */
export function childArguments(options: ChildOptions): string[] {
  return [JSON.stringify(options)];
}
