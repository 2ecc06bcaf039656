import type { ChatCompletion } from 'openai/resources/chat/completions';
import type {
  Response,
  ResponseCreateParamsBase,
  ResponseInput,
  ResponseOutputItem,
  ResponseStreamEvent,
  ResponseUsage,
} from 'openai/resources/responses/responses';
import { describe, expectTypeOf, it } from 'vitest';
import { toResponsesInput } from '../../messages/to-responses-input.ts';
import { buildRequest } from '../../request/build-request.ts';
import { makeChatChunks } from './make-chat-chunks.ts';
import { makeEvents } from './make-events.ts';
import { makeOutputItems } from './make-output-items.ts';
import { makeResponse } from './make-response.ts';
import { makeUsage } from './make-usage.ts';

describe("the wire format in openai's own types", () => {
  it("matches the simulator's output", () => {
    expectTypeOf(makeResponse).returns.toEqualTypeOf<Response>();
    expectTypeOf(makeEvents).returns.toEqualTypeOf<ResponseStreamEvent[]>();
    expectTypeOf(makeOutputItems).returns.toEqualTypeOf<ResponseOutputItem[]>();
    expectTypeOf(makeUsage).returns.toEqualTypeOf<ResponseUsage>();
    expectTypeOf(makeChatChunks).parameter(0).toEqualTypeOf<ChatCompletion>();
  });

  it("matches the kernel's requests", () => {
    expectTypeOf(buildRequest).returns.toHaveProperty('params').toEqualTypeOf<ResponseCreateParamsBase>();
    expectTypeOf(toResponsesInput).returns.toEqualTypeOf<ResponseInput>();
  });
});
