import { describe, expect, it } from 'vitest';
import * as kernel from '../src/index.ts';
import * as simulator from '../src/simulator/index.ts';

describe('the public surface', () => {
  it('of the kernel is exactly this list', () => {
    expect(Object.keys(kernel).toSorted()).toEqual([
      'ConversationRunner',
      'FileTranscriptStore',
      'HandleCodec',
      'MemoryTranscriptStore',
      'ModelRegistry',
      'ReasoningCache',
      'ResponseReducer',
      'ResponsesClient',
      'ResponsesError',
      'StopFilter',
      'buildRequest',
      'classifyError',
      'codeInterpreterTool',
      'createAuditLog',
      'describeError',
      'efforts',
      'errorCodes',
      'estimateCost',
      'generationSettingsSchema',
      'isAmbiguousRejection',
      'isAuditEnabled',
      'isShutDown',
      'nearestEffort',
      'normalizeBaseUrl',
      'normalizeCredentials',
      'openHandle',
      'outcomeToLlmResult',
      'parseBooleanLike',
      'parseGenerationSettings',
      'parseTextFormat',
      'promptMessageSchema',
      'readResponse',
      'readUsage',
      'resolveModel',
      'toFunctionTools',
      'toLlmResult',
      'toResponsesInput',
      'toToolChoice',
      'waitForResponse',
      'webSearchTool',
    ]);
  });

  it('of the simulator is exactly this list', () => {
    expect(Object.keys(simulator).toSorted()).toEqual([
      'ConnectionLost',
      'assistantPersona',
      'createSimulator',
      'interviewPersona',
      'serveSimulator',
    ]);
  });

  it('has these error codes, which callers match on', () => {
    expect(kernel.errorCodes).toMatchInlineSnapshot(`
      [
        "invalid_argument",
        "authentication",
        "permission_denied",
        "model_not_found",
        "invalid_request",
        "unsupported_parameter",
        "context_length_exceeded",
        "content_policy",
        "invalid_response_id",
        "previous_response_not_found",
        "previous_response_unusable",
        "foreign_conversation",
        "response_not_found",
        "conflict",
        "rate_limited",
        "quota_exhausted",
        "server_error",
        "connection_failed",
        "timed_out",
        "cancelled",
        "stream_interrupted",
        "upstream_shape",
        "upstream_error",
      ]
    `);
  });
});
