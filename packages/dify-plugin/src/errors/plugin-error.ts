/** The error types that Dify displays as such; other errors appear as a general failure of the plugin. */
export const pluginErrorTypes = [
  'InvokeRateLimitError',
  'InvokeAuthorizationError',
  'InvokeBadRequestError',
  'InvokeConnectionError',
  'InvokeServerUnavailableError',
  'CredentialsValidateFailedError',
  'NotImplementedError',
  'PluginInternalError',
] as const;

/** The type of a failure. */
export type PluginErrorType = (typeof pluginErrorTypes)[number];

/** A failure with a message for the user of the plugin. Only these messages are sent to Dify. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  readonly errorType: PluginErrorType;

  constructor(errorType: PluginErrorType, message: string, options?: ErrorOptions) {
    super(message, options);
    this.errorType = errorType;
  }
}
