import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The ways in which TypeScript finds a package. TypeScript 7 has no `node10`, which older projects call `node`. */
const RESOLUTIONS = [
  { name: 'node', module: 'esnext', moduleResolution: 'node10', files: ['esm.ts'], compilers: ['5.9'] },
  { name: 'node', module: 'commonjs', moduleResolution: 'node10', files: ['cjs.ts'], compilers: ['5.9'] },
  { name: 'node16', module: 'node16', files: ['esm.mts', 'cjs.cts'], compilers: ['5.9', '7'] },
  { name: 'nodenext', module: 'nodenext', files: ['esm.mts', 'cjs.cts'], compilers: ['5.9', '7'] },
  { name: 'bundler', module: 'preserve', files: ['esm.mts', 'cjs.cts'], compilers: ['5.9', '7'] },
] as const;

/** Uses a value and a type of each subpath. If one became `any`, an error that is expected would be missing. */
const PROGRAM = `
import { Agent, createRunner, RuleSafetyAgent, run, type GatedRunResult, type RunResult } from 'sekisho';
import { SandboxAgent, type SandboxSession } from 'sekisho/sandbox';
import { UnixLocalSandboxClient } from 'sekisho/sandbox/local';
import { eventsOf, type LogBody } from 'sekisho/store-adapter';
import { judge, ScriptedModel, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { parseArguments, type ParsedArguments } from 'sekisho/tool-call-checks';
import { applyDiff } from 'sekisho/utils';

export async function use(then: (result: RunResult<any, any>) => Promise<RunResult<any, any>>) {
  const agent = new Agent({ name: 'Guide', model: scriptedModel([]) });
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [agent] });
  const result: GatedRunResult<undefined, typeof agent> = await runner.run(agent, 'Hello.');
  const resumed = await runner.resumeRun(result.run_id, 'token');
  const output: string | undefined = resumed.finalOutput;
  let plain = await run(agent, 'Hello.');
  plain = await then(plain);
  const step: ScriptedStep = [];
  const session: SandboxSession = { state: { manifest: new SandboxAgent({ name: 'Host' }).runtimeManifest } };
  const names: string[] = Object.keys({ step, session, output, judge, UnixLocalSandboxClient });
  return { names, body: eventsOf, parse: parseArguments, diff: applyDiff, model: new ScriptedModel() };
}

// @ts-expect-error It is not a number.
export const wrongRun: number = run;
// @ts-expect-error It is not a number.
export const wrongSandbox: number = new SandboxAgent({ name: 'Host' });
// @ts-expect-error It is not a number.
export const wrongLocal: number = new UnixLocalSandboxClient();
// @ts-expect-error It is not a number.
export const wrongBody: LogBody = 1;
// @ts-expect-error It is not a number.
export const wrongJudge: number = judge('allow');
// @ts-expect-error It is not a number.
export const wrongArguments: ParsedArguments = 1;
// @ts-expect-error It is not a number.
export const wrongDiff: number = applyDiff;
// @ts-expect-error An agent has a name.
export const wrongAgent = new Agent({});
`;

/** Type-checks a program against the packages that are installed in a project, in every way. One line for each. */
export function checkTypes(
  project: string,
  compilers: Readonly<Record<'5.9' | '7', string>>,
): { readonly lines: string[]; readonly problems: string[] } {
  const lines: string[] = [];
  const problems: string[] = [];
  for (const { name, module, files, compilers: versions, ...rest } of RESOLUTIONS) {
    const folder = join(project, `types-${name}-${module}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const moduleResolution =
      'moduleResolution' in rest ? rest.moduleResolution : module === 'preserve' ? 'bundler' : module;
    for (const file of files) {
      writeFileSync(join(folder, file), PROGRAM);
      for (const version of versions) {
        const options = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--module', module];
        const found = errorsOf(
          compilers[version],
          [...options, '--moduleResolution', moduleResolution, '--skipLibCheck', file],
          folder,
        );
        const importer = file.startsWith('esm') ? 'import' : 'CommonJS';
        const line = `TypeScript ${version}, ${name} (module ${module}), ${importer}`;
        lines.push(`${line}: ${found === '' ? 'ok' : 'errors'}`);
        if (found !== '') problems.push(`${line}:\n${found}`);
      }
    }
  }
  return { lines, problems };
}

function errorsOf(compiler: string, args: readonly string[], cwd: string): string {
  try {
    execFileSync(process.execPath, [compiler, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  }
}
