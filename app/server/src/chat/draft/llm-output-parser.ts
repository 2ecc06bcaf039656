import { findStepProblem } from '../../processes/templates/check-steps.ts';
import { findTemplateFence, type FencedBlock } from './find-template-fence.ts';
import {
  aiChatProcessTemplateSchema,
  AiChatSchemaId,
  type TemplateDraftParseResult,
  type TemplateErrorClass,
} from './template-draft.ts';

const MAX_FENCE_BYTES = 32 * 1024;
const MAX_ERRORS = 20;

type Failure = Extract<TemplateDraftParseResult, { ok: false }>;

/** Extracts and validates the structured part at the end of a model response. */
export class LLMOutputParser {
  /** Returns a result for any text in linear time. It repairs nothing. */
  extractTemplateJson(content: string): TemplateDraftParseResult {
    const block = chooseBlock(content);
    if ('errorClass' in block) return block;
    const parsed = parseStrictly(block);
    return 'errorClass' in parsed ? parsed : checkDocument(parsed.value);
  }

  /** Returns the text for people, without the code block that contains the structured part. */
  removeTemplateFence(content: string): string {
    const block = chooseBlock(content);
    if ('errorClass' in block) return content.trim();
    const before = content.slice(0, block.from).trimEnd();
    const after = content.slice(block.to).trim();
    return [before, after]
      .filter((part) => part !== '')
      .join('\n\n')
      .trim();
  }
}

function chooseBlock(content: string): FencedBlock | Failure {
  const { lastJson, last } = findTemplateFence(content);
  const block = lastJson ?? last;
  if (block === undefined) return failure('MissingFence', 'NoFence', 'The response contains no code block.');
  if (lastJson === undefined && !looksLikeObject(block.content)) {
    return failure('NonJsonFence', 'NotAnObject', 'The last code block does not contain a JSON object.');
  }
  if (Buffer.byteLength(block.content) > MAX_FENCE_BYTES) {
    return failure(
      'NonJsonFence',
      'FenceTooLarge',
      `The code block is larger than ${MAX_FENCE_BYTES} bytes.`,
    );
  }
  return block;
}

function looksLikeObject(content: string): boolean {
  // Only JSON white space is allowed around the braces.
  const text = content.replace(/^[ \t\r\n]+/, '');
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1;
  return text.startsWith('{') && text[end - 1] === '}';
}

// According to CommonMark, a block without a closing fence ends at the end of the text. Such a text was often
// truncated, so the detail mentions the fence when the JSON is incomplete.
function parseStrictly({ content: json, isClosed }: FencedBlock): { value: unknown } | Failure {
  if (!json.isWellFormed())
    return failure('JsonParseError', 'LoneSurrogate', 'The code block is not valid Unicode text.');
  try {
    const value: unknown = JSON.parse(json);
    if (findDuplicateKey(json) === undefined) return { value };
    return failure('JsonParseError', 'DuplicateKey', 'A key occurs twice in one object.');
  } catch {
    return isClosed
      ? failure('JsonParseError', 'InvalidJson', 'The code block is not valid JSON.')
      : failure(
          'JsonParseError',
          'UnclosedFence',
          'The code block has no closing fence, and its JSON is incomplete.',
        );
  }
}

function checkDocument(value: unknown): TemplateDraftParseResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure('SchemaMismatch', 'NotAnObject', 'The JSON is not an object.');
  }
  const schema = Object.hasOwn(value, 'schema') && 'schema' in value ? value.schema : undefined;
  if (schema !== AiChatSchemaId.ProcessTemplateV1) {
    return failure(
      'SchemaMismatch',
      'UnknownSchema',
      `"schema" is not "${AiChatSchemaId.ProcessTemplateV1}".`,
    );
  }
  const parsed = aiChatProcessTemplateSchema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return invalid('InvalidField', errors.slice(0, MAX_ERRORS));
  }
  if (hasLoneSurrogate(parsed.data)) return invalid('LoneSurrogate', ['A string is not valid Unicode text.']);
  const { process_template_draft: draft } = parsed.data;
  if (draft === undefined) return { ok: true, schema, data: parsed.data };
  const problem = findStepProblem(draft.stepTemplates);
  if (problem !== undefined) return invalid(problem.class, [problem.message]);
  const stepTemplates = draft.stepTemplates.toSorted((a, b) => a.seq - b.seq);
  return { ok: true, schema, data: { ...parsed.data, process_template_draft: { ...draft, stepTemplates } } };
}

// An escape such as \ud800 is valid JSON but cannot be stored or sent.
function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLoneSurrogate);
}

function invalid(errorDetail: string, errors: string[]): Failure {
  return {
    ...failure('ValidationFailed', errorDetail, ''),
    schema: AiChatSchemaId.ProcessTemplateV1,
    errors,
  };
}

function failure(errorClass: TemplateErrorClass, errorDetail: string, message: string): Failure {
  return { ok: false, errorClass, errorDetail, errors: [message] };
}

/**
 * Finds a key that occurs twice in one object of a text that `JSON.parse` accepts. Parsers differ in which of the two
 * values they use, so such a text is ambiguous.
 */
function findDuplicateKey(json: string): string | undefined {
  const scopes: (Set<string> | undefined)[] = [];
  let at = 0;
  let expectsKey = false;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') {
      const end = findStringEnd(json, at);
      const keys = scopes.at(-1);
      if (expectsKey && keys !== undefined) {
        const key = String(JSON.parse(json.slice(at, end)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      expectsKey = false;
      at = end;
      continue;
    }
    if (character === '{' || character === '[') scopes.push(character === '{' ? new Set() : undefined);
    if (character === '}' || character === ']') scopes.pop();
    if (character === '{' || character === ',') expectsKey = true;
    at += 1;
  }
  return undefined;
}

function findStringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
