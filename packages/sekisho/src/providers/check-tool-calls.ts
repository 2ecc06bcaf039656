import type { ProviderName } from '../contracts/provider-name.ts';
import type { AgentOutputItem, ModelRequest } from '../sdk/upstream.ts';
import { providerFailure } from './provider-failure.ts';

/** Throws when an answer breaks what the request demanded of its tool calls: a promise of a server is not a proof. */
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
        throw failure(provider, `did not call "${toolChoice}" as toolChoice demands`);
      }
  }
}

function failure(provider: ProviderName, what: string): Error {
  return providerFailure(
    provider,
    'tool-choice',
    `Provider "${provider}" ${what}. Nothing was executed; choose another model or drop the setting.`,
  );
}
