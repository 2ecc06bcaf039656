/** The settings of the administrator of Dify's plugin daemon. */
export type AgentSettings = {
  /** True when an agent node may set `allow_schemaless_tool_args`. */
  readonly allowsSchemaless: boolean;
  /** True when the log of a run shows texts, arguments and results instead of their summaries. */
  readonly logsContents: boolean;
};

/** Reads the environment. No other module does. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): AgentSettings {
  return {
    allowsSchemaless: isTrue(env['GPT5_AGENT_ALLOW_SCHEMELESS_OVERRIDE']),
    logsContents: isTrue(env['GPT5_AGENT_VERBOSE_LOGGING']),
  };
}

function isTrue(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === 'true';
}
