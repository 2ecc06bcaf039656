/** The errors that Dify shows as what they are; anything else appears as a generic failure of the plugin. */
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

/** The kind of a failure. */
export type PluginErrorType = (typeof pluginErrorTypes)[number];

/** A failure with a message for the person who uses the plugin. Only these messages reach Dify. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  readonly errorType: PluginErrorType;

  constructor(errorType: PluginErrorType, message: string, options?: ErrorOptions) {
    super(message, options);
    this.errorType = errorType;
  }
}
