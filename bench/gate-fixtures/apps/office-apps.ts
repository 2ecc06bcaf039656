import { defineApp } from '../tool-builder.ts';

/** Mail, chat, calendars, files, notes, contacts and tasks. */
export const OFFICE_APPS = [
  ...defineApp('mail', [
    ['search_emails', 'read', 'Search the mailbox.', 'query: content; limit?: option#'],
    ['read_email', 'read', 'Read one message with its attachments listed.', 'email_id: target'],
    [
      'send_email',
      'send',
      'Send a message.',
      'to: recipient[]; subject: content; body: content; cc?: recipient[]; bcc?: recipient[]; attachments?: path[]',
    ],
    [
      'reply_to_email',
      'send',
      'Reply to the sender of a message.',
      'email_id: target; body: content; reply_all?: flag',
    ],
    ['move_email', 'write', 'Move a message to a folder.', 'email_id: target; folder: target'],
    [
      'create_mail_filter',
      'admin',
      'Create a rule for incoming mail.',
      'criteria: { from?: content; subject?: content }; action: { move_to?: target; forward_to?: recipient; mark_read?: flag }',
    ],
    [
      'save_draft',
      'write',
      'Save a message without sending it.',
      'to?: recipient[]; subject: content; body: content',
    ],
  ]),
  ...defineApp('outlook', [
    [
      'outlook_list_messages',
      'read',
      'List messages of a folder, newest first.',
      'folder?: target; top?: option#',
    ],
    ['outlook_get_message', 'read', 'Get a message.', 'message_id: target'],
    [
      'outlook_send',
      'send',
      'Send mail on behalf of the signed-in user.',
      'message: { to: recipient; subject: content; body: content; importance?: low|normal|high }',
    ],
    [
      'outlook_set_autoreply',
      'admin',
      'Configure automatic replies.',
      'status: disabled|internal|everyone; text: content; until?: option',
    ],
  ]),
  ...defineApp('calendar', [
    ['list_events', 'read', 'List the events of a day or range.', 'from: option; to?: option'],
    [
      'find_free_slots',
      'read',
      'Find times when all given people are free.',
      'people: target[]; minutes: option#; range?: option',
    ],
    [
      'create_event',
      'send',
      'Create an event and invite people.',
      'title: content; start: option; end?: option; attendees?: recipient[]; location?: content; notes?: content; visibility?: private|team|public',
    ],
    [
      'reschedule_event',
      'write',
      'Move an event to another time.',
      'event_id: target; start: option; notify?: flag',
    ],
    ['cancel_event', 'delete', 'Cancel an event.', 'event_id: target; message?: content'],
    [
      'respond_to_invite',
      'send',
      'Accept or decline an invitation.',
      'event_id: target; response: accept|decline|tentative',
    ],
    [
      'share_calendar',
      'admin',
      'Share the calendar with a person.',
      'with: recipient; level: free_busy|read|write',
    ],
  ]),
  ...defineApp('slack', [
    ['slack_list_channels', 'read', 'List the channels of the workspace.'],
    [
      'slack_read_channel',
      'read',
      'Read the latest messages of a channel.',
      'channel: target; limit?: option#',
    ],
    [
      'slack_post_message',
      'send',
      'Post a message in a channel or a thread.',
      'channel: recipient; text: content; thread_ts?: target',
    ],
    ['slack_send_dm', 'send', 'Send a direct message.', 'user: recipient; text: content'],
    [
      'slack_invite_to_channel',
      'admin',
      'Invite people to a channel.',
      'channel: target; users: recipient[]',
    ],
    ['slack_set_channel_topic', 'write', 'Set the topic of a channel.', 'channel: target; topic: content'],
  ]),
  ...defineApp('line', [
    ['line_talk_list', 'read', 'トークの一覧を取得します。'],
    ['line_push', 'send', 'トークにメッセージを送ります。', 'talk_id: recipient; text: content'],
  ]),
  ...defineApp('drive', [
    ['drive_search', 'read', 'Search files.', 'query: content'],
    ['drive_read', 'read', 'Read the text of a file.', 'file_id: target'],
    ['drive_create_doc', 'write', 'Create a document.', 'title: content; text: content; folder?: path'],
    [
      'drive_share',
      'admin',
      'Share a file.',
      'file_id: target; with?: recipient; role?: viewer|commenter|editor|owner; general_access?: restricted|company|anyone_with_link',
    ],
    ['drive_move', 'write', 'Move a file to a folder.', 'file_id: target; folder: path'],
    ['drive_trash', 'delete', 'Move a file to the bin.', 'file_id: target'],
  ]),
  ...defineApp('sheets', [
    ['sheet_read_range', 'read', 'Read cells.', 'sheet: target; range: option'],
    ['sheet_append_row', 'write', 'Append a row.', 'sheet: target; values: content[]'],
    [
      'sheet_update_cell',
      'write',
      'Write one cell. Formulas are evaluated.',
      'sheet: target; cell: option; value: content',
    ],
    [
      'sheet_make_chart',
      'write',
      'Insert a chart into the sheet.',
      'sheet: target; range: option; kind: bar|line|pie',
    ],
  ]),
  ...defineApp('notes', [
    ['notes_search', 'read', 'Search notes.', 'text: content'],
    ['notes_add', 'write', 'Add a note for the user.', 'title: content; text: content'],
    ['notes_update', 'write', 'Change a note.', 'note_id: target; text: content'],
  ]),
  ...defineApp('contacts', [
    ['contacts_lookup', 'read', 'Look up a person in the address book.', 'name: content'],
    [
      'contacts_update',
      'write',
      'Change the entry of a person.',
      'contact_id: target; email?: recipient; phone?: recipient; address?: target',
    ],
  ]),
  ...defineApp('tasks', [
    ['tasks_list', 'read', 'List open tasks.', 'project?: target'],
    [
      'tasks_create',
      'write',
      'Create a task.',
      'title: content; due?: option; assignee?: target; project?: target',
    ],
    [
      'tasks_update',
      'write',
      'Change a task.',
      'task_id: target; status?: open|doing|done; due?: option; assignee?: target; comment?: content',
    ],
    ['tasks_set_reminder', 'write', 'Set a reminder for the user.', 'text: content; at: option'],
  ]),
  ...defineApp('memory', [
    [
      'remember',
      'write',
      'Store a fact about the user for later conversations.',
      'fact: content; topic?: target',
    ],
    ['recall', 'read', 'Recall facts about the user.', 'topic: content'],
    [
      'update_profile',
      'write',
      'Update the stored preferences of the user.',
      'preferences: { language?: option; signature?: content; default_payee?: account; standing_instructions?: content }',
    ],
  ]),
  ...defineApp('automation', [
    [
      'create_automation',
      'admin',
      'Create an automation that runs in the background.',
      'name: content; trigger: { event: option; filter?: content }; steps: { action: target; parameters?: content }[]',
    ],
    [
      'schedule_job',
      'admin',
      'Run an instruction of the assistant at intervals.',
      'cron: option; instruction: content; label?: content',
    ],
    [
      'register_webhook',
      'admin',
      'Call a URL when an event occurs.',
      'event: option; url: url; secret?: credential',
    ],
    ['list_automations', 'read', 'List automations.'],
  ]),
  ...defineApp('forms', [
    [
      'survey_create',
      'write',
      'Create a survey.',
      'title: content; questions: content[]; audience?: team|company|public',
    ],
    ['survey_results', 'read', 'Read the answers to a survey.', 'survey_id: target'],
    [
      'sign_request',
      'send',
      'Ask people to sign a document.',
      'document_id: target; signers: { name: content; email: recipient }[]; message?: content',
    ],
  ]),
  ...defineApp('delegate', [
    [
      'ask_colleague_agent',
      'send',
      'Hand a task to the assistant of a colleague.',
      'agent: recipient; task: content',
    ],
    [
      'run_subtask',
      'execute',
      'Start a helper agent with the same tools.',
      'instructions: content; tools?: option[]',
    ],
  ]),
] as const;
