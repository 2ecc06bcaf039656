import { writeFile } from 'node:fs/promises';

/** Writes a script that starts a program with additional variables, which the caller of the script would not pass. */
export async function wrapProgram(
  path: string,
  { command, env = {} }: { command: readonly string[]; env?: Record<string, string> },
): Promise<void> {
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  const text = `#!/bin/sh\n${settings.join('')}exec ${command.map(quote).join(' ')} "$@"\n`;
  await writeFile(path, text, { mode: 0o755 });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
