import { plainText } from '@sekisho/engine/integration';
import type { Language } from './help.ts';
import { openGateway } from './open-gateway.ts';
import type { ProxySettings } from './proxy-config.ts';

/** Displays the tools whose definitions are new or have changed, and accepts them if `isConfirmed`. Returns the exit code. */
export async function acceptTools(
  settings: Pick<ProxySettings, 'servers' | 'scopes'>,
  options: {
    readonly directory: string;
    readonly isConfirmed: boolean;
    readonly by: string;
    readonly language: Language;
    readonly print: (line: string) => void;
  },
): Promise<number> {
  const { directory, isConfirmed, by, language } = options;
  // Names and texts of a server cannot control the terminal, and each stays on one line.
  const print = (line: string) => options.print(plainText(line, Infinity));
  const gateway = openGateway({ ...settings, trustOnFirstUse: false }, directory);
  let open = 0;
  try {
    for (const server of settings.servers) {
      const { capabilities } = await gateway.register(server);
      for (const capability of capabilities) {
        const { tool_id: id, state, findings, description, schema } = capability;
        if (state === 'accepted') continue;
        print(`${id}: ${STATES[state][language]}`);
        for (const finding of findings) print(`  ${finding}`);
        if (state === 'refused') continue;
        print(`  description: ${JSON.stringify(description)}`);
        print(`  inputSchema: ${JSON.stringify(schema)}`);
        open += 1;
        if (isConfirmed) await gateway.accept(capability, by);
      }
    }
  } finally {
    await gateway.close();
  }
  print(open === 0 ? NOTHING[language] : isConfirmed ? ACCEPTED[language] : UNCONFIRMED[language]);
  return 0;
}

const STATES = {
  new: { en: 'new', ja: '新しいツール' },
  changed: { en: 'changed', ja: '変更あり' },
  refused: { en: 'rejected, it cannot be accepted', ja: '受け入れ不可' },
} as const;
const NOTHING = {
  en: 'All other definitions are accepted.',
  ja: 'ほかの定義はすべて受け入れ済みです。',
} as const;
const ACCEPTED = { en: 'Accepted.', ja: '受け入れました。' } as const;
const UNCONFIRMED = {
  en: 'Nothing was accepted. Repeat the command with --yes to accept these definitions.',
  ja: 'まだ受け入れていません。受け入れるには --yes を付けて、もう一度実行してください。',
} as const;
