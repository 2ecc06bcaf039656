import { AiChatSchemaId } from '../draft/template-draft.ts';
import { TEMPLATE_TOOL_NAME } from '../prompt/prompt-builder.ts';

// Strict mode requires every key, so optional values are null instead.
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const step = object({
  seq: { type: 'integer' },
  name: { type: 'string' },
  basis: { type: 'string', enum: ['goal', 'prev'] },
  offsetDays: { type: 'integer' },
  requiredArtifacts: orNull({
    type: 'array',
    items: object({ kind: { type: 'string' }, description: orNull({ type: 'string' }) }),
  }),
  dependsOn: orNull({ type: 'array', items: { type: 'integer' } }),
});

/** The strict tool whose arguments are the structured part of a response. */
export const templateTool = {
  type: 'function',
  name: TEMPLATE_TOOL_NAME,
  description: '文章を書いた後に必ず一度だけ呼び、まとめと工程の下書きを渡します。',
  strict: true,
  parameters: object({
    schema: { type: 'string', enum: [AiChatSchemaId.ProcessTemplateV1] },
    answer: { type: 'string' },
    missing_information: orNull({ type: 'array', items: { type: 'string' } }),
    process_template_draft: orNull(
      object({ name: orNull({ type: 'string' }), stepTemplates: { type: 'array', items: step } }),
    ),
  }),
};
