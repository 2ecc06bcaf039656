import { describeFunction, type DeclaredManifest, type ToolDescription } from '@sekisho/engine';
import { declareManifest, digestOf } from '@sekisho/engine/integration';
import type { Client } from './replies.ts';

const shell = (command: string): DeclaredManifest => ({
  effect: 'execute',
  arguments: { [command]: 'command' },
});
const read = (roles: DeclaredManifest['arguments'] = {}): DeclaredManifest => ({
  effect: 'read',
  arguments: roles,
});
const write = (path: string): DeclaredManifest => ({ effect: 'write', arguments: { [path]: 'path' } });

/** What the built-in tools of the clients do. The gate infers the effect of every other tool. */
const MANIFESTS: Readonly<Record<Client, Readonly<Record<string, DeclaredManifest>>>> = {
  claude: {
    Bash: shell('command'),
    Read: read({ file_path: 'path' }),
    Glob: read(),
    Grep: read({ path: 'path' }),
    LS: read({ path: 'path' }),
    Write: write('file_path'),
    Edit: write('file_path'),
    MultiEdit: write('file_path'),
    NotebookEdit: write('notebook_path'),
    WebFetch: read({ url: 'url' }),
    WebSearch: read(),
    TodoWrite: read(),
    BashOutput: read(),
    ToolSearch: read(),
  },
  codex: { Bash: shell('command'), exec_command: shell('cmd'), shell: shell('command'), update_plan: read() },
  gemini: {
    run_shell_command: shell('command'),
    read_file: read({ file_path: 'path' }),
    read_many_files: read(),
    list_directory: read({ dir_path: 'path' }),
    glob: read(),
    grep_search: read(),
    write_file: write('file_path'),
    replace: write('file_path'),
    web_fetch: read({ prompt: 'url' }),
    google_web_search: read(),
  },
  opencode: {
    bash: shell('command'),
    read: read({ filePath: 'path' }),
    list: read({ path: 'path' }),
    glob: read(),
    grep: read({ path: 'path' }),
    write: write('filePath'),
    edit: write('filePath'),
    webfetch: read({ url: 'url' }),
    websearch: read(),
    todowrite: read(),
    todoread: read(),
  },
  cursor: {
    Shell: shell('command'),
    Read: read({ file_path: 'path' }),
    Grep: read({ file_path: 'path' }),
    Write: write('file_path'),
  },
  copilot: {
    bash: shell('command'),
    view: read({ path: 'path' }),
    grep: read({ path: 'path' }),
    glob: read(),
    create: write('path'),
    edit: write('path'),
    web_fetch: read({ url: 'url' }),
  },
};

const MCP_NAME = /^mcp__(.+?)__(.+)$/;

/** Returns whether a tool belongs to an MCP server. */
export const isMcpTool = (name: string) => MCP_NAME.test(name);

const described = new Map<string, ToolDescription>();

/** Describes a tool of a client for the gate. Tools of MCP servers are not declared, so the gate infers what they do. */
export function describeTool(client: Client, name: string): ToolDescription {
  const key = `${client} ${name}`;
  const known = described.get(key);
  if (known) return known;
  const declared = Object.hasOwn(MANIFESTS[client], name) ? MANIFESTS[client][name] : undefined;
  const [, server, mcpName] = MCP_NAME.exec(name) ?? [];
  const tool: ToolDescription =
    server !== undefined && mcpName !== undefined
      ? {
          id: name,
          kind: 'mcp',
          name: mcpName,
          server_id: server,
          definition_digest: digestOf([client, name]),
        }
      : describeFunction({ name, ...(declared && { manifest: declareManifest(declared) }) });
  described.set(key, tool);
  return tool;
}
