import type { FunctionCall, Progress, ResponseOutcome } from '@sekisho/responses';
import { addUsage } from '../conversation/add-usage.ts';
import type {
  AIConversationResponder,
  AskOptions,
  ResponderResult,
} from '../conversation/ai-conversation-responder.ts';
import type { ChatMessage } from '../conversation/conversation.ts';
import { LLMOutputParser } from '../draft/llm-output-parser.ts';
import { type TemplateDraftParseResult, AiChatSchemaId } from '../draft/template-draft.ts';
import { joinInstructions } from './join-instructions.ts';
import type { ModelCall, ModelCaller } from './model-caller.ts';
import { TEMPLATE_TOOL_NAME } from '../prompt/prompt-builder.ts';

/**
 * Requests prose and a strict tool call from OpenAI. This class writes the code fence, and makes at most one call to
 * repair the draft.
 */
export class ToolCallService implements AIConversationResponder {
  readonly #caller: ModelCaller;
  readonly #parser = new LLMOutputParser();

  constructor(caller: ModelCaller) {
    this.#caller = caller;
  }

  async generateResponse(
    messages: readonly ChatMessage[],
    options: AskOptions = {},
  ): Promise<ResponderResult> {
    const prompt = joinInstructions(messages);
    const first = await this.#caller.call({
      ...prompt,
      tools: [templateTool],
      stream: options.onText !== undefined,
      onProgress: watch(options),
      onRestart: options.onRestart,
      isRepair: options.isRepair,
    });
    if (!first.ok) return first;
    const { outcome, usage, model, retryCount } = first;
    const prose = readProse(outcome);
    const call = readCall(outcome);
    const content = this.#write(prose, call);
    const parsed = this.#parser.extractTemplateJson(content);
    // A refusal contains no draft, and a second call would be refused again.
    if (parsed.ok || outcome.refusal !== undefined) return { ok: true, content, usage, model, retryCount };
    const second = await this.#caller.call(makeRepair(prompt, { prose, call, parsed }));
    if (!second.ok) return { ok: true, content, usage, model, retryCount, isRepaired: true };
    return {
      ok: true,
      content: this.#write(prose, readCall(second.outcome) ?? call),
      usage: addUsage(usage, second.usage),
      model,
      retryCount: retryCount + second.retryCount,
      isRepaired: true,
    };
  }

  #write(prose: string, call: FunctionCall | undefined): string {
    if (call === undefined) return prose;
    const fence = `\`\`\`json\n${onOneLine(call.arguments)}\n\`\`\``;
    const content = prose === '' ? fence : `${prose}\n\n${fence}`;
    if (this.#parser.extractTemplateJson(content).ok) return content;
    const alone = this.#parser.extractTemplateJson(fence);
    // An unclosed fence in the prose would include our fence; in that case the summary replaces the prose.
    return alone.ok ? `${alone.data.answer}\n\n${fence}` : content;
  }
}

function watch({ onText, onDraft }: AskOptions): (progress: Progress) => void {
  let isDrafting = false;
  return (progress) => {
    if (progress.type === 'text') onText?.(progress.delta);
    if (progress.type !== 'arguments' || isDrafting) return;
    isDrafting = true;
    onDraft?.();
  };
}

// The API labels prose before a tool call as commentary; here it is the response.
function readProse({ commentary, answer, refusal }: ResponseOutcome): string {
  return [...commentary, answer === '' ? (refusal ?? '') : answer]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

function readCall({ functionCalls }: ResponseOutcome): FunctionCall | undefined {
  return functionCalls.findLast(({ name }) => name === templateTool.name);
}

function makeRepair(
  { instructions, messages }: ReturnType<typeof joinInstructions>,
  {
    prose,
    call,
    parsed,
  }: {
    prose: string;
    call: FunctionCall | undefined;
    parsed: Extract<TemplateDraftParseResult, { ok: false }>;
  },
): ModelCall {
  const { errorClass, errorDetail, errors } = parsed;
  const toolCall = call && {
    id: call.callId,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  };
  return {
    instructions,
    messages: [
      ...messages,
      { role: 'assistant', content: prose, ...(toolCall ? { tool_calls: [toolCall] } : {}) },
      ...(toolCall
        ? [
            {
              role: 'tool',
              tool_call_id: toolCall.id,
              content: JSON.stringify({ errorClass, errorDetail, errors }),
            },
          ]
        : []),
    ],
    tools: [templateTool],
    toolChoice: templateTool.name,
    stream: false,
    isRepair: true,
  };
}

// On one line, no text in the JSON can look like the end of the fence.
function onOneLine(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

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
const templateTool = {
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
