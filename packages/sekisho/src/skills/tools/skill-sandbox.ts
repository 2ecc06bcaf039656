import { SekishoError } from '@sekisho/engine';

/** A request to run one script. */
export interface SkillScriptRequest {
  readonly skill_id: string;
  /** The folder of the skill. */
  readonly folder: string;
  /** The path of the script relative to the folder. */
  readonly script: string;
  /** The checked bytes of the script. Run these and not the file, which may change after the check. */
  readonly content: Uint8Array;
  /** Reads all files of the skill except its SKILL.md, including the script. Rejects if one changed after loading. */
  readonly readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly args: readonly string[];
  /** The only environment variables of the script. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The result of a script. */
export interface SkillScriptResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs scripts of skills in isolation. The host provides it. `createSkillSandbox()` creates one from a sandbox
 * client.
 */
export interface SkillSandbox {
  run(request: SkillScriptRequest): Promise<SkillScriptResult>;
}

/**
 * The part of a sandbox client of the Agents SDK that runs scripts. `DockerSandboxClient` and other clients implement
 * it.
 */
export interface SkillSandboxClient {
  readonly backendId: string;
  create?(args: { readonly manifest: SandboxManifest }): Promise<SkillSandboxSession>;
}

interface SandboxManifest {
  readonly entries: Record<string, SandboxEntry>;
  readonly environment: Record<string, string>;
}

type SandboxEntry =
  | { readonly type: 'file'; readonly content: string | Uint8Array }
  | { readonly type: 'dir'; readonly children: Record<string, SandboxEntry> };

interface SkillSandboxSession {
  exec?(args: {
    readonly cmd: string;
    readonly workdir: string;
    readonly shell: string;
    readonly login: boolean;
    readonly yieldTimeMs: number;
  }): Promise<{
    readonly stdout: string;
    readonly stderr: string;
    readonly exitCode?: number | null;
    readonly sessionId?: number;
  }>;
  writeStdin?(args: { readonly sessionId: number; readonly yieldTimeMs: number }): Promise<string>;
  stop?(): Promise<void>;
  shutdown?(): Promise<void>;
  delete?(): Promise<void>;
  close?(): Promise<void>;
}

/**
 * Creates a sandbox for scripts of skills from a sandbox client of the Agents SDK. Each script runs in a separate
 * session with the files of its skill, and the session is deleted afterwards. The client determines the isolation.
 */
export function createSkillSandbox(client: SkillSandboxClient): SkillSandbox {
  return {
    run: async (request) => {
      const manifest = {
        entries: {
          'run.sh': { type: 'file', content: launcherOf(request) },
          [SKILL_FOLDER]: directoryOf(await request.readFiles()),
        },
        environment: { ...request.environment },
      } as const;
      const session = await client.create?.({ manifest });
      if (!session?.exec) throw notAble(client, 'run commands');
      try {
        return await runIn(session, client, request.signal);
      } finally {
        await deleteSession(session);
      }
    },
  };
}

const SKILL_FOLDER = 'skill';
const MAX_OUTPUT_BYTES = 64 * 1024;
// The SDK creates a timer for each wait, which can delay the exit of the program by up to this time.
const WAIT_MS = 500;

async function runIn(
  session: SkillSandboxSession,
  client: SkillSandboxClient,
  signal: AbortSignal,
): Promise<SkillScriptResult> {
  const place = { workdir: SKILL_FOLDER, shell: '/bin/sh', login: false, yieldTimeMs: WAIT_MS };
  const started = await session.exec?.({ cmd: 'exec sh ../run.sh', ...place });
  let exitCode = started?.exitCode ?? undefined;
  while (exitCode === undefined) {
    signal.throwIfAborted();
    if (!session.writeStdin || started?.sessionId === undefined) throw notAble(client, 'wait for a command');
    const answer = await session.writeStdin({ sessionId: started.sessionId, yieldTimeMs: WAIT_MS });
    exitCode = exitCodeOf(answer);
  }
  const read = `head -c ${MAX_OUTPUT_BYTES}`;
  const output = await session.exec?.({ cmd: `${read} ../stdout; ${read} ../stderr >&2`, ...place });
  return { exit_code: exitCode, stdout: output?.stdout ?? '', stderr: output?.stderr ?? '' };
}

// The output of the command follows the line "Output:" and may contain anything, so only the lines above are parsed.
function exitCodeOf(answer: string): number | undefined {
  const [head = ''] = answer.split(/^Output:$/m, 1);
  const code = /^Process exited with code (\d+)$/m.exec(head)?.[1];
  return code === undefined ? undefined : Number(code);
}

/**
 * Returns a shell script that starts the skill's script in a separate process group and kills the group on SIGTERM.
 * The arguments are in a file because some clients rewrite paths in commands.
 */
function launcherOf({ script, args, content }: SkillScriptRequest): string {
  const command = [...interpreterOf(script, content), `./${script}`, ...args];
  return [
    `trap 'kill -s KILL -- "-$child" 2>/dev/null || kill -s KILL "$child"; exit 143' TERM`,
    `chmod u+x ${shellQuote(`./${script}`)}`,
    'if command -v setsid >/dev/null 2>&1; then set -- setsid; else set --; fi',
    `"$@" ${command.map(shellQuote).join(' ')} </dev/null >../stdout 2>../stderr &`,
    'child=$!',
    'wait "$child"',
    '',
  ].join('\n');
}

const INTERPRETERS: readonly (readonly [endings: RegExp, interpreter: string])[] = [
  [/\.py$/i, 'python3'],
  [/\.(?:[mc]?js|ts)$/i, 'node'],
  [/\.rb$/i, 'ruby'],
  [/\.pl$/i, 'perl'],
  [/\.r$/i, 'Rscript'],
  [/\.ps1$/i, 'pwsh'],
];

function interpreterOf(script: string, content: Uint8Array): string[] {
  const hasShebang = content[0] === 0x23 && content[1] === 0x21;
  if (hasShebang) return [];
  const sameName = /\.(sh|bash|zsh|php|lua)$/i.exec(script)?.[1]?.toLowerCase();
  const interpreter = sameName ?? INTERPRETERS.find(([endings]) => endings.test(script))?.[1];
  if (interpreter !== undefined) return [interpreter];
  const message = `The script "${script}" has no interpreter line. Begin it with a line such as "#!/bin/sh".`;
  throw new SekishoError('AGENTS-E-SKILL-PARSE', message);
}

function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function directoryOf(files: ReadonlyMap<string, Uint8Array>): SandboxEntry {
  const children: Record<string, SandboxEntry> = {};
  const below = new Map<string, Map<string, Uint8Array>>();
  for (const [path, content] of files) {
    const [name = '', ...rest] = path.split('/');
    if (rest.length === 0) children[name] = { type: 'file', content };
    else below.set(name, (below.get(name) ?? new Map()).set(rest.join('/'), content));
  }
  for (const [name, inner] of below) children[name] = directoryOf(inner);
  return { type: 'dir', children };
}

async function deleteSession(session: SkillSandboxSession): Promise<void> {
  const hasLifecycle = session.stop ?? session.shutdown ?? session.delete;
  if (!hasLifecycle) return session.close?.();
  await session.stop?.();
  await session.shutdown?.();
  await session.delete?.();
}

function notAble(client: SkillSandboxClient, what: string): SekishoError {
  return new SekishoError(
    'AGENTS-E-RUNNER',
    `The sandbox client "${client.backendId}" cannot ${what}. Use a client whose sessions have exec and writeStdin.`,
  );
}
