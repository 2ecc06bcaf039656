import {
  acceptedContent,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool, ToolCall } from '../../src/mcp/tool.ts';
import { fixtureTool, textResult } from './fixture-tool.ts';

type FormSchema = ElicitRequestFormParams['requestedSchema'];

const nameForm: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const nameAnswer = z.object({ name: z.string() });
const stateSchema = z.object({ step: z.int() });

/** Signs the state that the client returns. */
export const stateCodec = createRequestStateCodec<{ step: number }>({ key: 'k'.repeat(32), ttlSeconds: 60 });

const askName = () => inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameForm });
const sample = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  });

/** Creates a tool that shows a form once and returns the response. */
function formTool(name: string, form: FormSchema, properties: Record<string, unknown> = {}): Tool {
  const call = async (parameters: unknown, { answers }: ToolCall) => {
    const answer = inputResponse(answers, 'form');
    if (answer.kind !== 'elicit') {
      const { message } = z
        .object({ message: z.string().default('Please fill in this form.') })
        .parse(parameters);
      return inputRequired({
        inputRequests: { form: inputRequired.elicit({ message, requestedSchema: form }) },
      });
    }
    return textResult(
      `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`,
    );
  };
  return fixtureTool(name, call, { properties });
}

/** Tools that need input from the client before they finish. */
export const questionTools: readonly Tool[] = [
  formTool(
    'test_elicitation',
    { type: 'object', properties: { response: { type: 'string' } }, required: ['response'] },
    { message: { type: 'string' } },
  ),
  formTool('test_elicitation_sep1034_defaults', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  formTool('test_elicitation_sep1330_enums', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: {
        type: 'string',
        oneOf: [
          { const: 'value1', title: 'First Option' },
          { const: 'value2', title: 'Second Option' },
          { const: 'value3', title: 'Third Option' },
        ],
      },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'value1', title: 'First Choice' },
            { const: 'value2', title: 'Second Choice' },
            { const: 'value3', title: 'Third Choice' },
          ],
        },
      },
    },
  }),
  fixtureTool(
    'test_sampling',
    async (parameters, { answers }) => {
      const answer = inputResponse(answers, 'sample');
      if (answer.kind === 'sampling')
        return textResult(`LLM response: ${JSON.stringify(answer.result.content)}`);
      const { prompt } = z.object({ prompt: z.string() }).parse(parameters);
      return inputRequired({ inputRequests: { sample: sample(prompt) } });
    },
    { properties: { prompt: { type: 'string' } } },
  ),
  fixtureTool('test_streaming_elicitation', async (_parameters, { answers }) =>
    acceptedContent(answers, 'user_name', nameAnswer)
      ? textResult('Thank you.')
      : inputRequired({ inputRequests: { user_name: askName() } }),
  ),
  fixtureTool('test_missing_capability', async () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
  fixtureTool('test_input_required_result_elicitation', async (_parameters, { answers }) => {
    const answer = acceptedContent(answers, 'user_name', nameAnswer);
    return answer
      ? textResult(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: askName() } });
  }),
  fixtureTool('test_input_required_result_sampling', async (_parameters, { answers }) => {
    const answer = inputResponse(answers, 'capital_question');
    if (answer.kind === 'sampling') return textResult(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  }),
  fixtureTool('test_input_required_result_list_roots', async (_parameters, { answers }) => {
    const answer = inputResponse(answers, 'client_roots');
    if (answer.kind === 'roots') return textResult(answer.roots.map(({ uri }) => uri).join(', '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }),
  fixtureTool('test_input_required_result_request_state', async (_parameters, call) =>
    confirmWithState(call),
  ),
  fixtureTool('test_input_required_result_tampered_state', async (_parameters, call) =>
    confirmWithState(call),
  ),
  fixtureTool('test_input_required_result_multiple_inputs', async (_parameters, { answers, state }) => {
    const keys = ['user_name', 'greeting', 'client_roots'];
    const areAllThere = keys.every((key) => inputResponse(answers, key).kind !== 'missing');
    if (areAllThere && stateSchema.safeParse(state).success) return textResult('All three arrived.');
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ step: 1 }),
    });
  }),
  fixtureTool('test_input_required_result_multi_round', async (_parameters, { answers, state }) => {
    const { step } = stateSchema.safeParse(state).data ?? { step: 0 };
    if (step === 2 && acceptedContent(answers, 'step2')) return textResult('Both steps are done.');
    if (step === 1 && acceptedContent(answers, 'step1')) {
      const form: FormSchema = {
        type: 'object',
        properties: { color: { type: 'string' } },
        required: ['color'],
      };
      const step2 = inputRequired.elicit({
        message: 'Step 2: What is your favorite color?',
        requestedSchema: form,
      });
      return inputRequired({ inputRequests: { step2 }, requestState: await stateCodec.mint({ step: 2 }) });
    }
    const step1 = inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: nameForm });
    return inputRequired({ inputRequests: { step1 }, requestState: await stateCodec.mint({ step: 1 }) });
  }),
  fixtureTool('test_input_required_result_capabilities', async (_parameters, { canElicit }) =>
    inputRequired({ inputRequests: canElicit ? { name: askName() } : { line: sample('Say one line.') } }),
  ),
];

async function confirmWithState({ answers, state }: ToolCall) {
  const answer = acceptedContent(answers, 'confirm', z.object({ ok: z.boolean() }));
  if (answer && stateSchema.safeParse(state).success) return textResult('state-ok');
  const form: FormSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const confirm = inputRequired.elicit({ message: 'Please confirm', requestedSchema: form });
  return inputRequired({ inputRequests: { confirm }, requestState: await stateCodec.mint({ step: 1 }) });
}
