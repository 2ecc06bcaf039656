import { setTimeout as wait } from 'node:timers/promises';
import type { Tool } from '../../src/mcp/tool.ts';
import { fixtureTool, RED_PIXEL, SILENCE, textResult } from './fixture-tool.ts';

const image = { type: 'image', data: RED_PIXEL, mimeType: 'image/png' } as const;

/** Tools that return every kind of content, log, report progress and fail. */
export const contentTools: readonly Tool[] = [
  fixtureTool('test_simple_text', async () => textResult('This is a simple text response for testing.')),
  fixtureTool('test_image_content', async () => ({ content: [image] })),
  fixtureTool('test_audio_content', async () => ({
    content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  })),
  fixtureTool('test_embedded_resource', async () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  fixtureTool('test_multiple_content_types', async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  })),
  fixtureTool('test_tool_with_logging', async (_parameters, call) => {
    for (const step of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await call.log('info', step);
      await wait(50);
    }
    return textResult('Logged three steps.');
  }),
  fixtureTool('test_logging_tool', async (_parameters, call) => {
    await call.log('info', 'Only for clients that requested logs.');
    return textResult('Logged one line.');
  }),
  fixtureTool('test_tool_with_progress', async (_parameters, call) => {
    for (const progress of [0, 50, 100]) {
      await call.report?.({ progress, total: 100, message: `${progress} of 100` });
      await wait(50);
    }
    return textResult('Reported three steps.');
  }),
  fixtureTool('test_error_handling', async () => {
    throw new Error('This tool always fails.');
  }),
];
