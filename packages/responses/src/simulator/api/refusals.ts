import type { Reply } from './reply.ts';

/** The known error responses of OpenAI, by reason. */
export const refusals = {
  invalidApiKey: () =>
    rejected(
      'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
      { status: 401, code: 'invalid_api_key' },
    ),
  missingApiKey: () => rejected("You didn't provide an API key.", { status: 401 }),
  permissionDenied: () => rejected('You have insufficient permissions for this operation.', { status: 403 }),
  unknownPath: (method: string, path: string) => notFound(`Invalid URL (${method} ${path})`),
  unreadableJson: () => rejected('We could not parse the JSON body of your request.'),
  missingParameter: (param: string) =>
    rejected(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' }),
  unknownParameter: (param: string) =>
    rejected(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' }),
  invalidType: (param: string) => rejected(`Invalid type for '${param}'.`, { param, code: 'invalid_type' }),
  invalidValue: (param: string, supported: string) => {
    const message = `Invalid value for '${param}'. Supported values are: ${supported}.`;
    return rejected(message, { param, code: 'invalid_value' });
  },
  unsupportedParameter: (param: string) => {
    const message = `Unsupported parameter: '${param}' is not supported with this model.`;
    return rejected(message, { param, code: 'unsupported_parameter' });
  },
  unsupportedEffort: (effort: string, model: string, supported: readonly string[]) => {
    const values = supported.map((value) => `'${value}'`).join(', ');
    const message = `Unsupported value: '${effort}' is not supported with the '${model}' model. Supported values are: ${values}.`;
    return rejected(message, { param: 'reasoning.effort', code: 'unsupported_value' });
  },
  searchWithMinimalEffort: () => {
    const message = "The following tools cannot be used with reasoning.effort 'minimal': web_search.";
    return rejected(message, { param: 'tools' });
  },
  modelNotFound: (model: string) =>
    rejected(`The requested model '${model}' does not exist.`, { param: 'model', code: 'model_not_found' }),
  chatModelNotFound: (model: string) => {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`;
    return rejected(message, { status: 404, code: 'model_not_found' });
  },
  toolChoiceNotFound: () =>
    rejected("Tool choice 'function' not found in 'tools' parameter.", { param: 'tool_choice' }),
  invalidSchema: (param: string, code: string, problem: string) =>
    rejected(`Invalid schema: ${problem}`, { param, code }),
  contextTooLong: () => {
    const message =
      'Your input exceeds the context window of this model. Please adjust your input and try again.';
    return rejected(message, { param: 'input', code: 'context_length_exceeded' });
  },
  callWithoutOutput: (callId: string) =>
    rejected(`No tool output found for function call ${callId}.`, { param: 'input' }),
  outputWithoutCall: (callId: string) =>
    rejected(`No tool call found for function call output with call_id ${callId}.`, { param: 'input' }),
  invalidEncryptedContent: () =>
    rejected('The encrypted content could not be verified.', { code: 'invalid_encrypted_content' }),
  previousNotFound: (id: string) => {
    const message = `Previous response with id '${id}' not found.`;
    return rejected(message, { param: 'previous_response_id', code: 'previous_response_not_found' });
  },
  previousWrongPrefix: (id: string) =>
    invalidPrevious(id, "Expected an ID that begins with 'resp'.", 'invalid_id_prefix'),
  previousBadCharacters: (id: string) =>
    invalidPrevious(
      id,
      'Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.',
      'invalid_value',
    ),
  previousWithoutRetention: () => {
    const message = 'Previous response cannot be used for this organization due to Zero Data Retention.';
    return rejected(message, { code: 'unsupported_parameter' });
  },
  /** The error of the ChatGPT backend: no param and an unspecific code. */
  previousUnnamed: () => {
    const message = 'Invalid `previous_response_id`.';
    return errorReply(400, { message, type: INVALID_REQUEST, code: INVALID_REQUEST });
  },
  /** The error of a backend without continuity: only a message. */
  previousUnsupported: () => errorReply(400, { message: 'Unsupported parameter: previous_response_id' }),
  exclusiveParameters: () => {
    const message = "Mutually exclusive parameters: 'previous_response_id' and 'conversation'.";
    return rejected(message, { code: 'mutually_exclusive_parameters' });
  },
  responseNotFound: (id: string) => notFound(`Response with id '${id}' not found.`),
  conversationNotFound: (id: string) => notFound(`Conversation with id '${id}' not found.`),
  containerNotFound: (id: string) => notFound(`Container with id '${id}' not found.`),
  cannotCancel: () => rejected('Cannot cancel a synchronous response.'),
  rateLimited: (retryAfterMs: number) =>
    rejected('Rate limit reached. Please try again later.', {
      status: 429,
      type: 'requests',
      code: 'rate_limit_exceeded',
      headers: {
        'retry-after-ms': String(retryAfterMs),
        'retry-after': String(Math.ceil(retryAfterMs / 1000)),
      },
    }),
  quotaExhausted: () => {
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    return rejected(message, { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' });
  },
  serverError: (status = 500) => {
    const message = 'The server had an error while processing your request. Sorry about that!';
    return rejected(message, { status, type: 'server_error' });
  },
} as const;

const INVALID_REQUEST = 'invalid_request_error';

type Details = {
  status?: number;
  type?: string;
  param?: string;
  code?: string;
  headers?: Record<string, string>;
};

function rejected(message: string, details: Details = {}): Reply {
  const { status = 400, type = INVALID_REQUEST, param = null, code = null, headers } = details;
  return errorReply(status, { message, type, param, code }, headers);
}

const notFound = (message: string) => rejected(message, { status: 404 });

function invalidPrevious(id: string, expected: string, code: string): Reply {
  const message = `Invalid 'previous_response_id': '${id}'. ${expected}`;
  return rejected(message, { param: 'previous_response_id', code });
}

function errorReply(status: number, error: object, headers: Record<string, string> = {}): Reply {
  return { type: 'json', status, headers, body: { error } };
}
