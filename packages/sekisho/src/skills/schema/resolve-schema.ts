import type { JsonSchema } from '../types/skill-json-schema.ts';
import type { MarkdownParser } from '../manifest/markdown-parser.ts';
import type { SchemaSource, SkillHeader } from '../parse/skill-header.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import type { SchemaCheck } from './check-json-schema.ts';
import type { SchemaValidator } from './schema-validator.ts';

/** The sources of a schema besides the front matter. */
export interface SchemaSurroundings {
  readonly body: string;
  readonly markdownParser: MarkdownParser;
  readonly schemaValidator: SchemaValidator;
  readonly readFile: (path: string) => Promise<string>;
}

/**
 * Returns the schema of a skill's arguments. It comes from a file, the front matter, a marked fence or `$ARGUMENTS`,
 * or is one task in plain text.
 */
export async function resolveInputSchema(
  header: SkillHeader,
  surroundings: SchemaSurroundings,
): Promise<SchemaCheck> {
  const authored = await resolveAuthored(header.inputSchema, 'input_schema', surroundings);
  if (authored) return authored;
  const takesArguments = header.argumentHint !== undefined || surroundings.body.includes('$ARGUMENTS');
  return { schema: takesArguments ? argumentsInputSchema(header.argumentHint) : defaultInputSchema() };
}

/** Returns the schema of a skill's result, if its author declared one. */
export function resolveOutputSchema(
  header: SkillHeader,
  surroundings: SchemaSurroundings,
): Promise<SchemaCheck | undefined> {
  return resolveAuthored(header.outputSchema, 'output_schema', surroundings);
}

async function resolveAuthored(
  source: SchemaSource,
  word: 'input_schema' | 'output_schema',
  surroundings: SchemaSurroundings,
): Promise<SchemaCheck | undefined> {
  const checked = await checkSource(source, word, surroundings);
  if (!checked || 'problem' in checked) return checked;
  try {
    surroundings.schemaValidator.compile(checked.schema);
    return checked;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function checkSource(
  source: SchemaSource,
  word: 'input_schema' | 'output_schema',
  surroundings: SchemaSurroundings,
): Promise<SchemaCheck | undefined> {
  if (source.file !== undefined) return checkText(await readOrProblem(source.file, surroundings));
  if (typeof source.inline === 'string') return checkText({ text: source.inline });
  if (source.inline !== undefined) return checkJsonSchema(source.inline);
  const fence = findFence(word, surroundings);
  return fence === undefined ? undefined : checkText({ text: fence });
}

async function readOrProblem(
  path: string,
  { readFile }: SchemaSurroundings,
): Promise<{ text: string } | { problem: string }> {
  try {
    return { text: await readFile(path) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function checkText(source: { text: string } | { problem: string }): SchemaCheck {
  if ('problem' in source) return source;
  try {
    return checkJsonSchema(JSON.parse(source.text));
  } catch {
    return { problem: 'it is not valid JSON' };
  }
}

// A fence counts only with the marker, because nearly all other JSON fences in skills are examples.
function findFence(word: string, { body, markdownParser }: SchemaSurroundings): string | undefined {
  const marker = new RegExp(`^json\\s+${word}\\b`);
  if (!body.includes(word)) return undefined;
  for (const block of markdownParser.parse(body)) {
    if (block.kind === 'fence' && marker.test(block.language)) return block.text;
  }
  return undefined;
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
  const description = hint
    ? `The text that replaces $ARGUMENTS: ${hint}`
    : 'The text that replaces $ARGUMENTS.';
  return {
    type: 'object',
    properties: { task: { ...TASK }, arguments: { type: 'string', maxLength: 8000, description } },
    required: ['task'],
    additionalProperties: false,
  };
}
