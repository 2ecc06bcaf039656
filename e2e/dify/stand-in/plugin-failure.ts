/** Why a request failed, in the three fields that the daemon tells Dify. */
export type PluginFailure = { error_type: string; message: string; args: unknown };
