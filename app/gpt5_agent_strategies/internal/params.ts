import { PluginError } from '@sekisho/dify-plugin';
import { z } from 'zod';
import { isRecord, type JsonRecord } from './json-record.ts';
import { toolEntitySchema, type ToolEntity } from './tool-entity.ts';

const ITERATIONS = { least: 1, most: 30, usual: 6 };
/** Dify ends a request after 600 s; the default leaves enough time to deliver the answer. */
const TIMEOUT_SECONDS = { least: 60, most: 1800, usual: 570 };

const recordOrEmpty = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch({})
  .transform((value) => value ?? {});
const modelSchema = z.object({
  provider: z.string().min(1),
  model: z.string().min(1),
  mode: z
    .string()
    .nullish()
    .catch('chat')
    .transform((mode) => mode || 'chat'),
  completion_params: recordOrEmpty,
  history_prompt_messages: z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((list) => list ?? []),
  entity: recordOrEmpty,
});

/** The parameters of a run, normalized from all forms in which Dify may send them. */
export type GPT5FunctionCallingParams = {
  readonly query: string;
  readonly instruction: string;
  readonly promptPolicyOverrides: string;
  readonly model: z.infer<typeof modelSchema>;
  readonly tools: readonly ToolEntity[];
  /** The number of tools that could not be parsed. */
  readonly unreadableTools: number;
  readonly maximumIterations: number;
  readonly emitIntermediateThoughts: boolean;
  readonly invocationTimeoutSeconds: number;
  /** The setting of the node; the administrator decides whether it is effective. */
  readonly allowSchemalessToolArgs: boolean;
  readonly context: unknown;
};

/** Reads the parameters of a run. Only a missing model is an error, because nothing can run without it. */
export function readParams(params: JsonRecord): GPT5FunctionCallingParams {
  const model = modelSchema.safeParse(params['model']);
  if (!model.success) {
    throw new PluginError(
      'InvokeBadRequestError',
      'Choose a model in the settings of the agent node ("model"). / エージェントノードの設定で、パラメーター「model」のモデルを選択してください。',
    );
  }
  return {
    query: readText(params['query']),
    instruction: readText(params['instruction']),
    promptPolicyOverrides: readText(params['prompt_policy_overrides']),
    model: model.data,
    ...readTools(params['tools']),
    maximumIterations: readWholeNumber(params['maximum_iterations'], ITERATIONS),
    emitIntermediateThoughts: readBoolean(params['emit_intermediate_thoughts'], true),
    invocationTimeoutSeconds: readWholeNumber(params['invocation_timeout_seconds'], TIMEOUT_SECONDS),
    allowSchemalessToolArgs: readBoolean(params['allow_schemaless_tool_args'], false),
    context: params['context'] ?? null,
  };
}

function readTools(value: unknown): Pick<GPT5FunctionCallingParams, 'tools' | 'unreadableTools'> {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const tools = entries.flatMap((entry) => toolEntitySchema.safeParse(entry).data ?? []);
  return { tools, unreadableTools: entries.length - tools.length };
}

// Workflow variables arrive with their own types: a text, a number, an object.
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : '';
}

function readWholeNumber(value: unknown, { least, most, usual }: typeof ITERATIONS): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return usual;
  return Math.min(most, Math.max(least, Math.trunc(number)));
}

function readBoolean(value: unknown, usual: boolean): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 'true' || word === 1 || word === '1') return true;
  if (word === false || word === 'false' || word === 0 || word === '0') return false;
  return usual;
}
