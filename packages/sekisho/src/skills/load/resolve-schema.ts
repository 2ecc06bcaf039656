import type { JsonSchema, SkillDescriptor } from '../skill-types.ts';
import type { SkillServices } from '../skill-services.ts';
import { checkJsonSchema, type SchemaCheck } from './json-schema.ts';
import type { SchemaSource } from './skill-header.ts';
import type { SkillText } from './skill-text.ts';

/** The services that resolving a schema requires, and a function that reads a file of the skill. */
export interface SchemaSurroundings extends Pick<SkillServices, 'markdownParser' | 'schemaValidator'> {
  readonly readFile: (path: string) => Promise<string>;
}

/**
 * Returns the schemas of a skill's arguments and result. An authored schema comes from a file, the front matter or a
 * marked fence. Without one, the input is one task in plain text, with a second text if the skill uses `$ARGUMENTS`.
 */
export async function resolveSchemas(
  { header, body }: Pick<SkillText, 'header' | 'body'>,
  surroundings: SchemaSurroundings,
): Promise<Pick<SkillDescriptor, 'input_schema' | 'output_schema'> | { readonly problem: string }> {
  const authored = (source: SchemaSource, word: string) =>
    checkAuthored(source, { word, body, ...surroundings });
  const input = await authored(header.inputSchema, 'input_schema');
  if (input && 'problem' in input) return { problem: `input_schema cannot be used: ${input.problem}.` };
  const output = await authored(header.outputSchema, 'output_schema');
  if (output && 'problem' in output) return { problem: `output_schema cannot be used: ${output.problem}.` };
  const takesArguments = header.argumentHint !== undefined || body.includes('$ARGUMENTS');
  const fallback = takesArguments ? argumentsInputSchema(header.argumentHint) : defaultInputSchema();
  return { input_schema: input?.schema ?? fallback, ...(output ? { output_schema: output.schema } : {}) };
}

async function checkAuthored(
  source: SchemaSource,
  place: SchemaSurroundings & { readonly word: string; readonly body: string },
): Promise<SchemaCheck | undefined> {
  try {
    const given = source.file === undefined ? source.inline : await place.readFile(source.file);
    const authored = given === undefined ? findFence(place) : given;
    if (authored === undefined) return undefined;
    const checked = checkJsonSchema(typeof authored === 'string' ? parseSchema(authored) : authored);
    if ('schema' in checked) place.schemaValidator.compile(checked.schema);
    return checked;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function parseSchema(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('it is not valid JSON', { cause });
  }
}

// A fence counts only with the marker, because nearly all other JSON fences in skills are examples.
function findFence(place: SchemaSurroundings & { readonly word: string; readonly body: string }) {
  if (!place.body.includes(place.word)) return undefined;
  const marker = new RegExp(`^json\\s+${place.word}\\b`);
  const blocks = place.markdownParser.parse(place.body);
  return blocks.find((block) => block.kind === 'fence' && marker.test(block.language))?.text;
}

const TASK = {
  type: 'string',
  minLength: 1,
  maxLength: 8000,
  description: 'What to do with this skill, in plain words.',
} as const;

/** The default input schema: one task in plain text. */
export function defaultInputSchema(): JsonSchema {
  return {
    type: 'object',
    properties: { task: { ...TASK } },
    required: ['task'],
    additionalProperties: false,
  };
}

/** The input schema of a skill with `$ARGUMENTS`: a task, and the text that replaces `$ARGUMENTS`. */
export function argumentsInputSchema(hint: string | undefined): JsonSchema {
  const description = `The text that replaces $ARGUMENTS${hint ? `: ${hint}` : '.'}`;
  const properties = { task: { ...TASK }, arguments: { type: 'string', maxLength: 8000, description } };
  return { ...defaultInputSchema(), properties };
}
