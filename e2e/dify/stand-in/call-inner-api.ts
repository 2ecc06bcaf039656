import { z } from 'zod';
import { readFrames } from '../inner-api/frame.ts';

/** Sends a plugin's call to Dify and streams the items of the response. */
export type InnerApiCaller = (type: string, body: object) => AsyncIterable<unknown>;

const PATHS = { llm: '/inner/api/invoke/llm', tool: '/inner/api/invoke/tool' } as const;
const typeSchema = z.enum(['llm', 'tool']);
const payloadSchema = z.object({ data: z.unknown(), error: z.string() });

/** Creates a function that calls Dify's inner API like the daemon: JSON requests, framed responses. */
export function createInnerApiCaller(innerApi: { url: string; key: string }): InnerApiCaller {
  return async function* call(type, body) {
    const path = PATHS[typeSchema.parse(type)];
    const response = await fetch(`${innerApi.url}${path}`, {
      method: 'POST',
      headers: { 'X-Inner-Api-Key': innerApi.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok || response.body === null) {
      throw new Error(
        `request failed with status code: ${response.status}, and body: ${await response.text()}`,
      );
    }
    for await (const frame of readFrames(response.body)) {
      const { data, error } = payloadSchema.parse(frame);
      if (error !== '') throw new Error(error);
      yield data;
    }
  };
}
