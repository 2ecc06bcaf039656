/** The permission that denies every tool while the plugin is not loaded. opencode skips a plugin that it cannot load. */
export const CLOSED = { '*': 'deny' } as const;

/**
 * Returns the plugin for opencode. It passes each event to the launcher, and a tool starts only after an explicit "allow". opencode
 * denies all tools (`CLOSED` in its configuration); the plugin restores the permission that the user had before.
 */
export const opencodePlugin = (
  words: readonly string[],
  permission: unknown,
) => `// Written by "sekisho hook install opencode". Remove it with "sekisho hook remove opencode".
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(words)};
const PERMISSION = ${JSON.stringify(permission ?? 'allow')};

function ask(event) {
  return new Promise((resolve) => {
    const fail = (why) => resolve({ decision: 'deny', reason: 'The hook of Sekisho failed, so the call was not run. ' + why });
    try {
      const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
      let output = '';
      child.stdout.on('data', (part) => (output += part));
      child.stdin.on('error', () => undefined);
      child.on('error', (error) => fail(error.message));
      child.on('close', () => {
        try {
          const reply = JSON.parse(output);
          if (reply.decision === 'allow' || reply.decision === 'deny') return resolve(reply);
        } catch {}
        fail('It did not reply.');
      });
      child.stdin.end(JSON.stringify(event));
    } catch (error) {
      fail(String(error));
    }
  });
}

export const Sekisho = async ({ client, directory }) => {
  const send = (hook_event_name, session_id, fields) => ask({ hook_event_name, session_id, cwd: directory, ...fields });
  // The prompt of a subagent was written by the model.
  const isOfUser = async (id) => {
    try {
      const { data } = await client.session.get({ path: { id } });
      return data !== undefined && data.parentID === undefined;
    } catch {
      return false;
    }
  };
  return {
    config: async (config) => {
      if (JSON.stringify(config.permission) === ${JSON.stringify(JSON.stringify(CLOSED))}) config.permission = PERMISSION;
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      if (!(await isOfUser(sessionID))) return;
      const texts = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text);
      await send('UserPromptSubmit', sessionID, { prompt: texts.join('\\n') });
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const reply = await send('PreToolUse', sessionID, { tool_name: tool, tool_input: output.args, tool_use_id: callID });
      if (reply.decision !== 'allow') throw new Error(reply.reason);
      if (reply.args !== undefined) output.args = reply.args;
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, { output }) => {
      await send('PostToolUse', sessionID, { tool_name: tool, tool_input: args ?? {}, tool_use_id: callID, tool_response: output });
    },
    event: async ({ event }) => {
      if (event.type === 'session.idle') await send('Stop', event.properties.sessionID, {});
    },
  };
};
`;
