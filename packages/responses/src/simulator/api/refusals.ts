import { errorReply, invalidRequest } from './error-reply.ts';
import type { Reply } from './reply.ts';

/** The known error responses of OpenAI, by reason. */
export const refusals = {
  invalidApiKey: (): Reply =>
    errorReply(401, {
      message:
        'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    }),
  missingApiKey: (): Reply =>
    errorReply(401, {
      message: "You didn't provide an API key.",
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  permissionDenied: (): Reply =>
    errorReply(403, {
      message: 'You have insufficient permissions for this operation.',
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  unknownPath: (method: string, path: string): Reply =>
    errorReply(404, {
      message: `Invalid URL (${method} ${path})`,
      type: 'invalid_request_error',
      param: null,
      code: null,
    }),
  unreadableJson: (): Reply =>
    invalidRequest('We could not parse the JSON body of your request.', null, null),
  missingParameter: (param: string): Reply =>
    invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter'),
  unknownParameter: (param: string): Reply =>
    invalidRequest(`Unknown parameter: '${param}'.`, param, 'unknown_parameter'),
  invalidType: (param: string): Reply =>
    invalidRequest(`Invalid type for '${param}'.`, param, 'invalid_type'),
  invalidValue: (param: string, supported: string): Reply =>
    invalidRequest(
      `Invalid value for '${param}'. Supported values are: ${supported}.`,
      param,
      'invalid_value',
    ),
  unsupportedParameter: (param: string): Reply =>
    invalidRequest(
      `Unsupported parameter: '${param}' is not supported with this model.`,
      param,
      'unsupported_parameter',
    ),
  unsupportedEffort: (effort: string, model: string, supported: readonly string[]): Reply =>
    invalidRequest(
      `Unsupported value: '${effort}' is not supported with the '${model}' model. Supported values are: ${supported.map((value) => `'${value}'`).join(', ')}.`,
      'reasoning.effort',
      'unsupported_value',
    ),
  searchWithMinimalEffort: (): Reply =>
    invalidRequest(
      "The following tools cannot be used with reasoning.effort 'minimal': web_search.",
      'tools',
      null,
    ),
  modelNotFound: (model: string): Reply =>
    invalidRequest(`The requested model '${model}' does not exist.`, 'model', 'model_not_found'),
  chatModelNotFound: (model: string): Reply =>
    errorReply(404, {
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      type: 'invalid_request_error',
      param: null,
      code: 'model_not_found',
    }),
  toolChoiceNotFound: (): Reply =>
    invalidRequest("Tool choice 'function' not found in 'tools' parameter.", 'tool_choice', null),
  invalidSchema: (param: string, code: string, problem: string): Reply =>
    invalidRequest(`Invalid schema: ${problem}`, param, code),
  contextTooLong: (): Reply =>
    invalidRequest(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'input',
      'context_length_exceeded',
    ),
  callWithoutOutput: (callId: string): Reply =>
    invalidRequest(`No tool output found for function call ${callId}.`, 'input', null),
  outputWithoutCall: (callId: string): Reply =>
    invalidRequest(`No tool call found for function call output with call_id ${callId}.`, 'input', null),
  invalidEncryptedContent: (): Reply =>
    invalidRequest('The encrypted content could not be verified.', null, 'invalid_encrypted_content'),
  previousNotFound: (id: string): Reply =>
    invalidRequest(
      `Previous response with id '${id}' not found.`,
      'previous_response_id',
      'previous_response_not_found',
    ),
  previousWrongPrefix: (id: string): Reply =>
    invalidRequest(
      `Invalid 'previous_response_id': '${id}'. Expected an ID that begins with 'resp'.`,
      'previous_response_id',
      'invalid_id_prefix',
    ),
  previousBadCharacters: (id: string): Reply =>
    invalidRequest(
      `Invalid 'previous_response_id': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`,
      'previous_response_id',
      'invalid_value',
    ),
  previousWithoutRetention: (): Reply =>
    invalidRequest(
      'Previous response cannot be used for this organization due to Zero Data Retention.',
      null,
      'unsupported_parameter',
    ),
  /** The error of the ChatGPT backend: no param and an unspecific code. */
  previousUnnamed: (): Reply => ({
    type: 'json',
    status: 400,
    headers: {},
    body: {
      error: {
        message: 'Invalid `previous_response_id`.',
        type: 'invalid_request_error',
        code: 'invalid_request_error',
      },
    },
  }),
  /** The error of a backend without continuity: only a message. */
  previousUnsupported: (): Reply => ({
    type: 'json',
    status: 400,
    headers: {},
    body: { error: { message: 'Unsupported parameter: previous_response_id' } },
  }),
  exclusiveParameters: (): Reply =>
    invalidRequest(
      "Mutually exclusive parameters: 'previous_response_id' and 'conversation'.",
      null,
      'mutually_exclusive_parameters',
    ),
  responseNotFound: (id: string): Reply => notFound(`Response with id '${id}' not found.`),
  conversationNotFound: (id: string): Reply => notFound(`Conversation with id '${id}' not found.`),
  containerNotFound: (id: string): Reply => notFound(`Container with id '${id}' not found.`),
  cannotCancel: (): Reply => invalidRequest('Cannot cancel a synchronous response.', null, null),
  rateLimited: (retryAfterMs: number): Reply =>
    errorReply(
      429,
      {
        message: 'Rate limit reached. Please try again later.',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
      { 'retry-after-ms': String(retryAfterMs), 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
    ),
  quotaExhausted: (): Reply =>
    errorReply(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    }),
  serverError: (status = 500): Reply =>
    errorReply(status, {
      message: 'The server had an error while processing your request. Sorry about that!',
      type: 'server_error',
      param: null,
      code: null,
    }),
} as const;

function notFound(message: string): Reply {
  return errorReply(404, { message, type: 'invalid_request_error', param: null, code: null });
}
