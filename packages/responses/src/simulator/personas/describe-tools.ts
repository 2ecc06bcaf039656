import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord, readString } from '../../json/read-field.ts';
import type { PersonaConversation, PersonaTool } from './persona.ts';

/** Returns the offered tools in the format of personas. A hosted tool is named after its type. */
export function describeTools(tools: readonly unknown[]): PersonaTool[] {
  return tools.flatMap((tool) => {
    if (!isRecord(tool)) return [];
    const definition = readRecord(tool, 'function') ?? tool;
    const type = readString(tool, 'type') ?? 'function';
    return {
      type: type.startsWith('web_search') ? 'web_search' : type,
      name: readString(definition, 'name') ?? type,
      description: readString(definition, 'description') ?? '',
      parameters: readRecord(definition, 'parameters') ?? {},
    };
  });
}

/** Returns the tool choice from the format of either API. */
export function describeToolChoice(choice: unknown): PersonaConversation['toolChoice'] {
  if (choice === 'none' || choice === 'required') return { mode: choice };
  if (!isRecord(choice)) return { mode: 'auto' };
  const name = readString(readRecord(choice, 'function') ?? choice, 'name') ?? readString(choice, 'type');
  if (readString(choice, 'type') === 'allowed_tools' || name === undefined) return { mode: 'auto' };
  return { mode: 'tool', name };
}

/** Returns the schema of structured output, from `text.format` or from `response_format`. */
export function describeSchema(format: unknown): JsonRecord | undefined {
  if (!isRecord(format) || readString(format, 'type') !== 'json_schema') return undefined;
  return readRecord(readRecord(format, 'json_schema') ?? format, 'schema');
}
