import { PluginError, type SessionContext } from '@sekisho/dify-plugin';

/** Why something failed, for the log of the run. Only messages that were written for people appear there; others go to the daemon's log. */
export function explainFailure(thrown: unknown, context: SessionContext): string {
  if (thrown instanceof PluginError) return thrown.message;
  if (!(thrown instanceof Error)) return 'Something that is not an error was thrown.';
  context.log('WARNING', `${thrown.name}: ${thrown.message}`);
  return `${thrown.name} (see the plugin's log)`;
}
