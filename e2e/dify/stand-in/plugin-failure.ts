/** The failure of a request, in the three fields that the daemon sends to Dify. */
export type PluginFailure = { error_type: string; message: string; args: unknown };
