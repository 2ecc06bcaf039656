import type { FunctionTool } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors/responses-error.ts';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import { readRecord, readString } from '../json/read-field.ts';
import { parseBooleanLike } from './parse-boolean-like.ts';

/** Converts tool definitions, flat or in Chat Completions form, to function tools of the Responses API. */
export function toFunctionTools(tools: readonly unknown[]): FunctionTool[] {
  return tools.map((tool, index) => {
    if (!isRecord(tool)) throw refuse(index, 'is not an object');
    return toFunctionTool(readRecord(tool, 'function') ?? tool, index);
  });
}

function toFunctionTool(tool: JsonRecord, index: number): FunctionTool {
  const name = readString(tool, 'name')?.trim();
  if (name === undefined || name === '') throw refuse(index, 'has no name');
  const description = readString(tool, 'description');
  const parameters = readRecord(tool, 'parameters');
  const strict = tool['strict'];
  return {
    type: 'function',
    name,
    ...(description === undefined ? {} : { description }),
    parameters: parameters ? { ...parameters } : { type: 'object', properties: {} },
    // Strict mode rejects schemas with optional fields, which most tools have, so it must be requested.
    strict:
      strict === undefined || strict === null ? false : parseBooleanLike(strict, `tools[${index}].strict`),
  };
}

function refuse(index: number, problem: string): ResponsesError {
  return new ResponsesError('invalid_argument', `Tool ${index + 1} ${problem}.`, {
    upstream: { param: `tools[${index}].name` },
  });
}
