import { PluginError, type SessionContext } from '@sekisho/dify-plugin';

/** Returns the reason of a failure for the log of the run. It contains only messages for users; others go to the daemon's log. */
export function explainFailure(thrown: unknown, context: SessionContext): string {
  if (thrown instanceof PluginError) return thrown.message;
  if (!(thrown instanceof Error)) return 'A value that is not an Error was thrown.';
  context.log('WARNING', `${thrown.name}: ${thrown.message}`);
  return `${thrown.name} (see the log of the plugin)`;
}
