import { acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { PromptDefinition, Surface } from '../../src/mcp/surface.ts';
import { contentTools } from './content-tools.ts';
import { RED_PIXEL } from './fixture-tool.ts';
import { questionTools, stateCodec } from './question-tools.ts';
import { taskTools } from './task-tools.ts';

const user = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });

const prompts: readonly PromptDefinition[] = [
  {
    name: 'test_simple_prompt',
    description: 'A prompt without arguments.',
    render: () => ({ messages: [user('This is a simple prompt for testing.')] }),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    render: ({ arg1, arg2 }) => ({
      messages: [user(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with an embedded resource.',
    arguments: [{ name: 'resourceUri', description: 'The resource', required: true }],
    render: ({ resourceUri = '' }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: resourceUri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        user('Please process the embedded resource above.'),
      ],
    }),
  },
  {
    name: 'test_prompt_with_image',
    description: 'A prompt with an image.',
    render: () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: RED_PIXEL, mimeType: 'image/png' } },
        user('Please analyze the image above.'),
      ],
    }),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'A prompt that requests input first.',
    render: (_values, answers) => {
      const answer = acceptedContent(answers, 'user_context', z.object({ context: z.string() }));
      if (answer) return { messages: [user(`Use this context: ${answer.context}`)] };
      const user_context = inputRequired.elicit({
        message: 'What context should the prompt use?',
        requestedSchema: {
          type: 'object',
          properties: { context: { type: 'string' } },
          required: ['context'],
        },
      });
      return inputRequired({ inputRequests: { user_context } });
    },
  },
];

/** The surface that the conformance suite requires, served by the code of iris. */
export const fixtureSurface: Surface = {
  info: { name: 'sekisho-iris-conformance', version: '0.0.0' },
  instructions: 'A server for the conformance suite.',
  tools: [...contentTools, ...questionTools, ...taskTools],
  prompts,
  resources: {
    list: async () => [
      { uri: 'test://static-text', name: 'text', description: 'A text.', mimeType: 'text/plain' },
      { uri: 'test://static-binary', name: 'binary', description: 'A picture.', mimeType: 'image/png' },
      { uri: 'test://watched-resource', name: 'watched', description: 'A text.', mimeType: 'text/plain' },
    ],
    templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data by id.' }],
    read: async (uri) => {
      const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
      if (id !== undefined) {
        const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
        return { contents: [{ uri, mimeType: 'application/json', text }] };
      }
      switch (uri) {
        case 'test://static-text':
        case 'test://watched-resource':
          return {
            contents: [
              { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
            ],
          };
        case 'test://static-binary':
          return { contents: [{ uri, mimeType: 'image/png', blob: RED_PIXEL }] };
        default:
          return undefined;
      }
    },
    watch: () => () => undefined,
  },
  complete: async ({ argument }) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(argument.value)),
  verifyState: (state, context) => stateCodec.verify(state, context),
};
