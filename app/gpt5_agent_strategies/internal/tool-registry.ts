import type { PromptTool } from '@sekisho/dify-plugin';
import { digestOf } from 'sekisho/tool-call-checks';
import type { JsonRecord } from './json-record.ts';
import type { ToolEntity } from './tool-entity.ts';
import { toCheckSchema, toPromptSchema } from './tool-schema.ts';

const MAX_NAME = 64;
const OPEN_SCHEMA: JsonRecord = { type: 'object', properties: {}, additionalProperties: true };

/** A tool under the name by which the model calls it. */
export type OfferedTool = {
  readonly name: string;
  readonly entity: ToolEntity;
  readonly checkSchema: JsonRecord;
  readonly digest: string;
  /** True for a tool without a schema whose arguments the node and the administrator allow the model to choose. */
  readonly isSchemaless: boolean;
};

/** The tools of a run. Two tools with one name become `name` and `provider__name`, so that each can be called. */
export class ToolRegistry {
  readonly #tools = new Map<string, OfferedTool>();

  constructor(entities: readonly ToolEntity[], allowsSchemaless = false) {
    for (const entity of entities) {
      const name = this.#findName(entity);
      const isSchemaless = allowsSchemaless && !entity.hasSchema;
      const checkSchema = isSchemaless ? OPEN_SCHEMA : toCheckSchema(entity);
      const digest = digestOf([entity.identity, checkSchema]);
      this.#tools.set(name, { name, entity, checkSchema, digest, isSchemaless });
    }
  }

  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  find(name: string): OfferedTool | undefined {
    return this.#tools.get(name);
  }

  /** Returns the tools in the format of a prompt. */
  toPromptTools(): PromptTool[] {
    return [...this.#tools.values()].map(({ name, entity, isSchemaless }) => {
      const { llm } = entity.description;
      const parameters = isSchemaless ? OPEN_SCHEMA : toPromptSchema(entity);
      return { name, description: typeof llm === 'string' ? llm : '', parameters };
    });
  }

  #findName({ identity: { name, provider } }: ToolEntity): string {
    const plain = toCallableName(name);
    if (!this.#tools.has(plain)) return plain;
    const long = toCallableName(`${provider.split('/').at(-1) ?? ''}__${name}`);
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : `_${count}`;
      const candidate = long.slice(0, MAX_NAME - suffix.length) + suffix;
      if (!this.#tools.has(candidate)) return candidate;
    }
  }
}

/** Returns a name with the characters that model APIs accept; never empty. */
export function toCallableName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME) || 'unnamed';
}
