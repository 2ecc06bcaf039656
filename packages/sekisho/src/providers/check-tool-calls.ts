import type { ProviderName } from './provider-name.ts';
import type { AgentOutputItem, ModelRequest } from '../sdk/upstream.ts';
import { providerFailure } from './provider-failure.ts';

/**
 * Throws when the tool calls of a response violate the settings of the request. Servers do not always respect these
 * settings.
 */
export function checkToolCalls(
  output: readonly AgentOutputItem[],
  request: ModelRequest,
  provider: ProviderName,
): void {
  const names = output.flatMap((item) => (item.type === 'function_call' ? [item.name] : []));
  const { toolChoice, parallelToolCalls } = request.modelSettings;
  if (parallelToolCalls === false && names.length > 1) {
    throw failure(provider, `made ${names.length} tool calls although parallelToolCalls is false`);
  }
  switch (toolChoice) {
    case undefined:
    case 'auto':
      return;
    case 'none':
      if (names.length > 0) throw failure(provider, 'called a tool although toolChoice is "none"');
      return;
    case 'required':
      if (names.length === 0) throw failure(provider, 'called no tool although toolChoice is "required"');
      return;
    default:
      if (names.length === 0 || names.some((name) => name !== toolChoice)) {
        throw failure(provider, `did not call "${toolChoice}" as toolChoice requires`);
      }
  }
}

function failure(provider: ProviderName, what: string): Error {
  return providerFailure(
    provider,
    'tool-choice',
    `Provider "${provider}" ${what}. No tool was executed. Choose another model or remove the setting.`,
  );
}
