import { providerFailure } from '../provider-failure.ts';
import type { ProviderName } from '../provider-types.ts';
import { textOf } from '../../openai-agents/read-value.ts';
import { isRecord, type JsonRecord, parseJson, recordOf } from './json-record.ts';

interface AssembledCall {
  readonly index: number;
  readonly serverIndex: number | undefined;
  serverId: string;
  name: string;
  arguments: string;
}

interface CallPart {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  arguments: string;
}

/** Assigns each part to its tool call, and each call a unique index, id and type. */
export class ToolCallAssembler {
  readonly #provider: ProviderName;
  readonly #createId: () => string;
  readonly #calls: AssembledCall[] = [];
  readonly #ids: Set<string>;

  /** `usedIds` are the ids of earlier turns, because some servers start with the same id in every turn. */
  constructor(provider: ProviderName, createId: () => string, usedIds: Iterable<string>) {
    this.#provider = provider;
    this.#createId = createId;
    this.#ids = new Set(usedIds);
  }

  get count(): number {
    return this.#calls.length;
  }

  /** Repairs one entry of `tool_calls`. */
  accept(entry: unknown): JsonRecord {
    if (!isRecord(entry) || !['', 'function'].includes(textOf(entry['type'])))
      throw this.#failure('a tool call of a kind that is not "function"');
    const part = readPart(entry);
    const call = this.#find(part);
    // Some servers send `null` for no arguments. Later it is a piece of them.
    if (part.arguments === 'null' && !call?.arguments) part.arguments = '';
    return call === undefined ? this.#begin(entry, part) : this.#continue(entry, part, call);
  }

  /** Checks every call after the response is complete. Returns the parts that are still missing. */
  conclude(): JsonRecord[] {
    const missing: JsonRecord[] = [];
    for (const call of this.#calls) {
      if (call.name === '') throw this.#failure('a tool call without a name');
      // Bedrock sends an empty object before the actual arguments. The Agents SDK removes it in the same way.
      const text = call.arguments.startsWith('{}{') ? call.arguments.slice(2) : call.arguments;
      if (text.trim() === '') missing.push({ index: call.index, function: { arguments: '{}' } });
      else if (!isRecord(parseJson(text)))
        throw this.#failure(`arguments for "${call.name}" that are not a JSON object`);
    }
    return missing;
  }

  #begin(entry: JsonRecord, part: CallPart): JsonRecord {
    const { name, arguments: text } = part;
    const index = this.#calls.length;
    const isIdUsable = part.id !== '' && !this.#ids.has(part.id);
    const id = isIdUsable ? part.id : `call_${this.#createId()}`;
    this.#calls.push({ index, serverIndex: part.index, serverId: part.id, name, arguments: text });
    this.#ids.add(id);
    return { ...entry, index, id, type: 'function', function: { name, arguments: text } };
  }

  #continue(entry: JsonRecord, part: CallPart, call: AssembledCall): JsonRecord {
    const isRepetition = part.id !== '' && part.arguments === call.arguments && isComplete(call.arguments);
    const isLateName = call.name === '' && part.name !== '';
    if (isLateName) call.name = part.name;
    if (call.serverId === '') call.serverId = part.id;
    if (!isRepetition) call.arguments += part.arguments;
    const { id: _id, type: _type, function: _function, ...rest } = entry;
    const repaired = {
      ...(isLateName ? { name: part.name } : {}),
      arguments: isRepetition ? '' : part.arguments,
    };
    return { ...rest, index: call.index, function: repaired };
  }

  #find(part: CallPart): AssembledCall | undefined {
    const atIndex = this.#atIndex(part.index);
    if (part.id === '') return atIndex && !beginsAnother(part, atIndex) ? atIndex : undefined;
    const withId = this.#calls.findLast((call) => call.serverId === part.id);
    if (withId === undefined) {
      // Some servers create a new id for every part. A new call always has a name.
      const isLateId = atIndex?.serverId === '' && !beginsAnother(part, atIndex);
      return isLateId || part.name === '' ? atIndex : undefined;
    }
    const isSameIndex = part.index === undefined || part.index === indexOf(withId);
    if (!isSameIndex) return part.name === '' ? withId : undefined;
    return beginsAnother(part, withId) && part.arguments !== withId.arguments ? undefined : withId;
  }

  #atIndex(index: number | undefined): AssembledCall | undefined {
    if (index === undefined) return this.#calls.at(-1);
    return this.#calls.findLast((call) => indexOf(call) === index);
  }

  #failure(what: string): Error {
    const consequence = 'No tool was executed. Try again or choose another model.';
    return providerFailure(this.#provider, 'tool-call', `returned ${what}. ${consequence}`);
  }
}

/** Returns the index that the server uses for a call. */
const indexOf = ({ serverIndex, index }: AssembledCall) => serverIndex ?? index;

/** Returns whether a part at the index of a call is the beginning of another call. */
function beginsAnother(part: CallPart, call: AssembledCall): boolean {
  if (part.name === '' || call.name === '') return false;
  if (part.name !== call.name) return true;
  return part.arguments !== '' && isComplete(call.arguments);
}

function isComplete(text: string): boolean {
  return isRecord(parseJson(text));
}

function readPart(entry: JsonRecord): CallPart {
  const { index, id, function: body } = entry;
  const { name, arguments: text } = recordOf(body);
  return {
    index: typeof index === 'number' ? index : undefined,
    id: textOf(id),
    name: textOf(name),
    arguments: readArguments(text),
  };
}

function readArguments(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
