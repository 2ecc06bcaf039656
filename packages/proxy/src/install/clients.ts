import { join } from 'node:path';

/** Where a client stores its MCP servers, and in which form. */
export interface ClientConfig {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The files of the user and of a project, in the order in which they are looked for. */
  readonly userFiles: (home: string, env: Environment) => readonly string[];
  readonly projectFiles: readonly string[];
  /** The keys that lead to the servers. */
  readonly paths: (folder: string) => readonly (readonly string[])[];
  /** Whether the command and its arguments are one list. */
  readonly isOneList?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MCP_SERVERS = () => [['mcpServers']];

/** The clients whose configuration can be edited. */
export const CLIENTS: Readonly<Record<string, ClientConfig>> = {
  claude: {
    title: 'Claude Code',
    format: 'json',
    userFiles: (home, env) => [join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json')],
    projectFiles: ['.mcp.json'],
    paths: (folder) => [['mcpServers'], ['projects', folder, 'mcpServers']],
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    userFiles: (home, env) => [join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml')],
    projectFiles: [join('.codex', 'config.toml')],
    paths: () => [['mcp_servers']],
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    userFiles: (home) => [join(home, '.cursor', 'mcp.json')],
    projectFiles: [join('.cursor', 'mcp.json')],
    paths: MCP_SERVERS,
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    userFiles: (home, env) =>
      [
        join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code'),
        join(home, 'Library', 'Application Support', 'Code'),
        ...(env['APPDATA'] === undefined ? [] : [join(env['APPDATA'], 'Code')]),
      ].map((folder) => join(folder, 'User', 'mcp.json')),
    projectFiles: [join('.vscode', 'mcp.json')],
    paths: () => [['servers']],
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    userFiles: (home) => [join(home, '.gemini', 'settings.json')],
    projectFiles: [join('.gemini', 'settings.json')],
    paths: MCP_SERVERS,
  },
  opencode: {
    title: 'opencode',
    format: 'json',
    userFiles: (home, env) => {
      const folder = join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode');
      return [join(folder, 'opencode.jsonc'), join(folder, 'opencode.json')];
    },
    projectFiles: ['opencode.jsonc', 'opencode.json'],
    paths: () => [['mcp']],
    isOneList: true,
  },
};
