import { describe, expect, it } from 'vitest';
import { inferManifest } from './infer-manifest.ts';

const text = { type: 'string' };

describe('inferManifest', () => {
  it.each([
    ['get_weather', 'Get the weather of a city.', 'read'],
    ['searchDocuments', 'Finds documents by keyword', 'read'],
    ['create_note', 'Create a note', 'write'],
    ['send_email', 'Sends an e-mail', 'send'],
    ['create_post', 'Create a post on the wall', 'send'],
    ['share_file', 'Share a file with a user', 'send'],
    ['remove_user', 'Remove a user from the workspace', 'delete'],
    ['cancel_booking', 'Cancels a booking', 'delete'],
    ['send_money', 'Sends a transaction to the recipient', 'spend'],
    ['place_order', 'Places an order', 'spend'],
    ['update_scheduled_transaction', 'Update a scheduled transaction', 'spend'],
    ['run_command', 'Run a shell command', 'execute'],
    ['execute_sql', 'Execute a statement', 'execute'],
    ['update_password', 'Update the password', 'admin'],
    ['grant_access', 'Grant access to a guest', 'admin'],
    ['unlock_car', 'Unlock a car', 'admin'],
    ['frobnicate', 'Does things', 'write'],
    ['quiet_helper', 'Covertly collects the data of the user', 'admin'],
    ['rooms', 'All rooms.', 'read'],
    ['accountOverview', 'Balances.', 'read'],
    ['comments_on', 'Comments on a post.', 'read'],
    ['page_text', 'Text of the page that is shown.', 'read'],
    ['room_log', 'What was said in a room.', 'read'],
    ['lights', 'All lights.', 'write'],
    ['permissions', 'All permissions.', 'write'],
    ['archives', 'Deletes what is old.', 'delete'],
    ['slack_post', '', 'send'],
    ['eco', 'Eco mode.', 'write'],
  ])('infers the effect of %s (%s) as %s', (name, description, effect) => {
    expect(inferManifest({ name, description }).manifest.effect).toBe(effect);
  });

  it.each([
    ['open_webpage', 'Open a page and return its text.', 'read'],
    ['browser_navigate_to_url', 'Go to a URL.', 'read'],
    ['scroll', 'Scroll the open page.', 'read'],
    ['go_back', 'Go back to the page before.', 'read'],
    ['run_tests', 'Run the test suite, or one file.', 'read'],
    ['lint', 'Run the linter.', 'read'],
    ['typecheck', 'Run the type checker.', 'read'],
    ['lint_fix', 'Run the linter and fix the files.', 'write'],
    ['lint', 'Run the linter with --fix.', 'write'],
    ['run_tests', 'Run the tests and deploy the result.', 'write'],
    ['run_tests_and_publish', 'Run the tests.', 'write'],
    ['open_account_page', 'Open an account page.', 'write'],
    ['open_garage', 'Open the garage.', 'write'],
    ['open_pull_request', 'Open a pull request.', 'write'],
    ['open_page_editor', 'Open the editor of a page.', 'write'],
    ['open_link', 'Confirms the order behind a link.', 'write'],
  ])('infers whether %s (%s) only inspects: %s', (name, description, effect) => {
    expect(inferManifest({ name, description }).manifest.effect).toBe(effect);
  });

  it.each([
    'Provides the temperature.',
    'Provide the temperature.',
    'Offers a view of the rooms.',
    'This tool gives the temperature.',
    'Give the temperature.',
    'Supplies the temperature.',
    'Contains the temperature.',
    'What the temperature is.',
    'Whether it is warm.',
    'How many rooms there are.',
    'How much room there is.',
    'List of rooms.',
    'Overview of the rooms.',
    'Details of a room.',
  ])('believes that a tool only returns something when its description says only that: %s', (description) => {
    expect(inferManifest({ name: 'climate', description }).manifest.effect).toBe('read');
  });

  it.each(
    `fix fixes update updates delete deletes create creates save saves saving submit submits send sends pay pays deploy deploys publish
    publishes unlock unlocks approve approves confirm confirms`.split(/\s+/),
  )('does not believe that a check which can %s only inspects', (word) => {
    const description = `Run the tests, ${word} what is left.`;
    expect(inferManifest({ name: 'run_tests', description }).manifest.effect).toBe('write');
  });

  it.each(['an arbitrary file', 'a command', 'a script'])(
    'does not take a check that runs %s for a read',
    (what) => {
      const description = `Run the tests or ${what}.`;
      expect(inferManifest({ name: 'run_tests', description }).manifest.effect).not.toBe('read');
    },
  );

  it.each([
    ['get_status', 'Get the status of the vault.', 'share_with', 'send'],
    ['get_report', 'Get a report.', 'forwardTo', 'send'],
    ['get_report', 'Get a report.', 'cc', 'send'],
    ['find_user', 'Find a user by address.', 'user_email', 'read'],
  ])('infers what %s (%s) with %s states: %s', (name, description, argument, effect) => {
    const parameters = { type: 'object', properties: { [argument]: text } };
    expect(inferManifest({ name, description, parameters }).manifest.effect).toBe(effect);
  });

  it('takes no tool with a command, a recipient or a text for an inspection', () => {
    for (const argument of ['command', 'recipient', 'text', 'account_number']) {
      const parameters = { type: 'object', properties: { [argument]: text } };
      const tool = { name: 'open_webpage', description: 'Open a page.', parameters };
      expect(inferManifest(tool).manifest.effect).not.toBe('read');
    }
  });

  it.each([
    ['mailbox_open', 'Opens a letter.', { uid: text }, 'read'],
    ['open_ticket', 'Opens a ticket.', { title: text }, 'write'],
    ['open_letter', 'Opens a letter.', { letter_id: text, body: text }, 'write'],
    ['open_valve', 'Opens a valve.', { valve: text }, 'write'],
    ['open_gate', 'Opens the gate.', {}, 'write'],
    ['open_letter', 'Opens the letter.', {}, 'write'],
    ['mailbox_compose', 'Writes a letter and sends it off.', { recipients: text, text }, 'send'],
    ['mailbox_draft', 'Writes a letter and keeps it.', { recipients: text, text }, 'write'],
    ['connections', 'Trains between two towns.', { from: text, to: text, day: text }, 'read'],
  ])('infers the effect of %s (%s) with arguments', (name, description, properties, effect) => {
    const parameters = { type: 'object', properties };
    expect(inferManifest({ name, description, parameters }).manifest.effect).toBe(effect);
  });

  it('takes a number of guests for an option, and the ends of a journey for no people', () => {
    const rolesOf = (name: string, properties: object) =>
      inferManifest({ name, parameters: { type: 'object', properties } }).manifest.arguments;
    expect(rolesOf('book_stay', { guests: { type: 'integer' } })).toEqual({ guests: 'option' });
    expect(rolesOf('invite', { guests: text })).toEqual({ guests: 'recipient' });
    const ends = { from: text, to: text };
    expect(rolesOf('find_trains', { ...ends, day: text })['to']).toBe('target');
    expect(rolesOf('send_letter', { ...ends, body: text, date: text })['to']).toBe('recipient');
    expect(rolesOf('hand_over', ends)['to']).toBe('recipient');
  });

  it('takes only a tool that names nothing but the parts of a page for an action in a page', () => {
    const isPageAction = (name: string) => inferManifest({ name }).wording.isPageAction;
    expect(['browser_click', 'click_the_button', 'type_text'].map(isPageAction)).toEqual([true, true, true]);
    expect(['click_invoice_payment', 'press_release', 'text_box'].map(isPageAction)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('moves in a page without an effect, and has no verb without a meaning', () => {
    expect(inferManifest({ name: 'browser_go_back' }).manifest.effect).toBe('read');
    const { wording } = inferManifest({ name: 'create_note', description: 'Makes a note.' });
    expect(wording.verbs).toEqual(['create']);
  });

  it('ignores a verb inside a brand name', () => {
    const tool = { name: 'AcmeSmartLockViewHistory', description: 'View the history of the lock' };
    expect(inferManifest(tool).manifest.effect).toBe('read');
  });

  it('infers spend for a booking with a payment method', () => {
    const parameters = { type: 'object', properties: { room: text, payment_method_id: text } };
    expect(
      inferManifest({ name: 'book_room', description: 'Books a room', parameters }).manifest.effect,
    ).toBe('spend');
  });

  it('distinguishes control arguments from content, nested ones by dotted path', () => {
    const parameters = {
      type: 'object',
      properties: {
        to: text,
        cc: { type: 'array', items: text },
        subject: text,
        body: text,
        attachments: { type: 'array', items: text },
        callback_url: text,
        access_token: text,
        urgent: { type: 'boolean' },
        payment: { type: 'object', properties: { amount: { type: 'number' }, iban: text } },
      },
    };
    expect(
      inferManifest({ name: 'send_invoice', description: 'Sends an invoice', parameters }).manifest.arguments,
    ).toEqual({
      to: 'recipient',
      cc: 'recipient',
      subject: 'content',
      body: 'content',
      attachments: 'path',
      callback_url: 'url',
      access_token: 'credential',
      urgent: 'option',
      payment: 'target',
      'payment.amount': 'amount',
      'payment.iban': 'account',
    });
  });

  it('treats the account that money comes from as a target and the other one as a destination', () => {
    const parameters = { type: 'object', properties: { from_account: text, to_account: text } };
    const { manifest } = inferManifest({
      name: 'transfer_funds',
      description: 'Transfers money',
      parameters,
    });
    expect(manifest.arguments).toEqual({ from_account: 'target', to_account: 'account' });
  });

  it('labels its result as unconfirmed and never trusts a source', () => {
    expect(inferManifest({ name: 'get_rates' }).manifest).toMatchObject({
      origin: 'guess',
      confirmed: false,
      trusted_source: false,
    });
  });

  it.each([
    [null],
    ['text'],
    [{ properties: 'no' }],
    [{ properties: { a: null } }],
    [{ properties: { __proto__: text } }],
  ])('accepts the invalid schema %j', (parameters) => {
    expect(inferManifest({ name: 'get_x', parameters }).manifest.effect).toBe('read');
  });

  it('does not take a limit of tokens or a flag for a credential', () => {
    const { manifest } = inferManifest({
      name: 'exec_command',
      description: 'Runs a command in a terminal.',
      parameters: {
        properties: {
          cmd: { type: 'string' },
          login: { type: 'boolean' },
          max_output_tokens: { type: 'number' },
          workdir: { type: 'string' },
          token: { type: 'string' },
        },
      },
    });
    expect(manifest.arguments).toEqual({
      cmd: 'command',
      login: 'option',
      max_output_tokens: 'option',
      workdir: 'path',
      token: 'credential',
    });
  });
});
