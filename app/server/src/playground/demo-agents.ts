import { Agent, tool, type DeclaredManifest, type Model } from 'sekisho';
import { z } from 'zod';

/** Executes a call of a demo tool. */
export type RunDemoCall = (toolId: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The declared manifests of the demo tools. Tools without one are for a person to confirm. */
export const DEMO_MANIFESTS: Readonly<Record<string, DeclaredManifest>> = {
  read_mail: { effect: 'read', arguments: { id: 'target' }, sensitive: true },
  send_mail: { effect: 'send', arguments: { to: 'recipient', subject: 'content', body: 'content' } },
  read_file: { effect: 'read', arguments: { path: 'path' } },
  delete_file: { effect: 'delete', arguments: { path: 'path' } },
  get_invoice: { effect: 'read', arguments: { number: 'target' } },
  transfer_money: { effect: 'spend', arguments: { account: 'account', amount: 'amount' } },
};

/**
 * Creates the agents of the playground. Each process creates them from this code, because a store contains no
 * functions.
 */
export function createDemoAgents({ model, runCall }: { model: Model; runCall: RunDemoCall }): Agent[] {
  const make = (name: string, description: string, parameters: z.ZodObject) => {
    const manifest = DEMO_MANIFESTS[name];
    return tool({
      name,
      description,
      parameters,
      ...(manifest === undefined ? {} : { extensions: { manifest } }),
      execute: (args: Readonly<Record<string, unknown>>) => runCall(name, args),
    });
  };
  const text = z.string();
  return [
    new Agent({
      name: 'mail-assistant',
      instructions: 'Help with the mail of the user.',
      model,
      tools: [
        make('read_mail', 'Reads a mail.', z.object({ id: text })),
        make('send_mail', 'Sends a mail.', z.object({ to: text, subject: text, body: text })),
        make('archive_mail', 'Moves a mail into the archive.', z.object({ id: text })),
      ],
    }),
    new Agent({
      name: 'file-clerk',
      instructions: 'Keep the folder of the user tidy.',
      model,
      tools: [
        make('list_files', 'Lists the files of the folder.', z.object({})),
        make('read_file', 'Reads a file.', z.object({ path: text })),
        make('delete_file', 'Deletes a file.', z.object({ path: text })),
      ],
    }),
    new Agent({
      name: 'payment-clerk',
      instructions: 'Manage the invoices of the user.',
      model,
      tools: [
        make('get_invoice', 'Looks up an invoice.', z.object({ number: text })),
        make(
          'transfer_money',
          'Transfers money to an account.',
          z.object({ account: text, amount: z.number() }),
        ),
      ],
    }),
  ];
}
