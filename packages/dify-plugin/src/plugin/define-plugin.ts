import { PluginError } from '../errors/plugin-error.ts';
import type { Deadlines, PluginDefinition } from './plugin-definition.ts';

/** A plugin as its author writes it, with only the parts that it has. */
export type PluginOptions = Partial<Omit<PluginDefinition, 'deadlines'>> & {
  readonly deadlines?: Partial<Deadlines>;
};

const defaultDeadlines: Deadlines = { invokeMs: 590_000, validateMs: 60_000, callMs: 235_000 };

/** Checks a plugin for errors that the daemon would report later, and sets the defaults. */
export function definePlugin(options: PluginOptions): PluginDefinition {
  const plugin: PluginDefinition = {
    models: options.models ?? {},
    tools: options.tools ?? {},
    agentStrategies: options.agentStrategies ?? {},
    deadlines: { ...defaultDeadlines, ...options.deadlines },
  };
  const kinds = [plugin.models, plugin.tools, plugin.agentStrategies].map((kind) => Object.keys(kind).length);
  if (kinds.every((count) => count === 0))
    throw refusal('The plugin has no model, tool or agent strategy. Add one.');
  if (kinds.filter((count) => count > 0).length > 1) {
    throw refusal(
      'The plugin combines models, tools and agent strategies. Dify accepts them only in separate plugins.',
    );
  }
  if (kinds.some((count) => count > 1))
    throw refusal('The plugin has more than one provider. Dify reads only the first provider.');
  if (Object.values(plugin.deadlines).some((ms) => !(ms > 0))) throw refusal('A deadline must be positive.');
  return plugin;
}

function refusal(message: string): PluginError {
  return new PluginError('PluginInternalError', message);
}
