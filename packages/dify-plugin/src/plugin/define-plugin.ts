import { PluginError } from '../errors/plugin-error.ts';
import type { Deadlines, PluginDefinition } from './plugin-definition.ts';

/** A plugin as its author writes it: only the parts that it has. */
export type PluginOptions = Partial<Omit<PluginDefinition, 'deadlines'>> & {
  readonly deadlines?: Partial<Deadlines>;
};

const defaultDeadlines: Deadlines = { invokeMs: 590_000, validateMs: 60_000, callMs: 235_000 };

/** Checks what Dify's daemon would refuse later, and fills in the rest. */
export function definePlugin(options: PluginOptions): PluginDefinition {
  const plugin: PluginDefinition = {
    models: options.models ?? {},
    tools: options.tools ?? {},
    agentStrategies: options.agentStrategies ?? {},
    deadlines: { ...defaultDeadlines, ...options.deadlines },
  };
  const kinds = [plugin.models, plugin.tools, plugin.agentStrategies].map((kind) => Object.keys(kind).length);
  if (kinds.every((count) => count === 0))
    throw refusal('A plugin needs a model, a tool or an agent strategy.');
  if (kinds.filter((count) => count > 0).length > 1) {
    throw refusal('Dify accepts models, tools and agent strategies only in separate plugins.');
  }
  if (kinds.some((count) => count > 1)) throw refusal('Dify reads only the first provider of a plugin.');
  if (Object.values(plugin.deadlines).some((ms) => !(ms > 0))) throw refusal('A deadline must be positive.');
  return plugin;
}

function refusal(message: string): PluginError {
  return new PluginError('PluginInternalError', message);
}
