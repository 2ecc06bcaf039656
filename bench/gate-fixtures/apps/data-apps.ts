import { defineApp } from '../tool-builder.ts';

/** Databases, analytics, wikis and calculators. */
export const DATA_APPS = [
  ...defineApp('database', [
    ['query_database', 'read', 'Query the reporting database with SQL.', 'query: command'],
    ['run_sql', 'execute', 'Run SQL on the database.', 'sql: command'],
    ['describe_table', 'read', 'Describe the columns of a table.', 'table: target'],
    [
      'export_rows',
      'send',
      'Export the result of a saved query.',
      'query_name: target; destination: url; format?: csv|json',
    ],
    [
      'mongo_find',
      'read',
      'Find documents of a collection.',
      'collection: target; filter: content; pipeline?: content',
    ],
  ]),
  ...defineApp('wiki', [
    ['wiki_search', 'read', 'Search the wiki.', 'query: content'],
    ['wiki_page', 'read', 'Read a page.', 'page: target'],
    ['wiki_edit', 'write', 'Edit a page.', 'page: target; text: content; restrict_to?: team|company|public'],
    [
      'notion_append_block',
      'write',
      'Append a block to a page.',
      'page_id: target; block: { type: option; text: content; url?: url }',
    ],
  ]),
  ...defineApp('calc', [
    ['calculator', 'read', 'Evaluate an arithmetic expression.', 'expression: content'],
    [
      'convert_currency',
      'read',
      'Convert an amount at the rate of today.',
      'amount: amount#; from: option; to: option',
    ],
    [
      'plot_chart',
      'read',
      'Draw a chart and return it as a picture.',
      'title?: content; values: option#[]; labels?: content[]',
    ],
    ['scratchpad', 'write', 'Notes of the assistant to itself for this task.', 'text: content'],
    ['think', 'read', 'Write down a thought.', 'thought: content'],
  ]),
  ...defineApp('crm', [
    ['crm_find', 'read', 'Find companies and people.', 'text: content'],
    ['crm_record', 'read', 'Read a record with its activities.', 'record_id: target'],
    ['crm_log_activity', 'write', 'Log a call or meeting.', 'record_id: target; text: content'],
    [
      'crm_update',
      'write',
      'Change fields of a record.',
      'record_id: target; fields: { stage?: option; owner?: target; email?: recipient; value?: amount# }',
    ],
    [
      'crm_bulk_mail',
      'send',
      'Send a mail to all contacts of a list.',
      'list: recipient; subject: content; body: content',
    ],
    ['kintone_get_records', 'read', 'アプリのレコードを取得します。', 'app: target; query?: content'],
    [
      'kintone_update_record',
      'write',
      'レコードを更新します。',
      'app: target; id: target; record: { status?: option; memo?: content; tanto?: target }',
    ],
  ]),
  ...defineApp('docs', [
    ['search_docs', 'read', 'Search the product documentation.', 'q: content'],
    ['read_pdf', 'read', 'Read the text of a PDF in the workspace.', 'path: path'],
    ['ocr_image', 'read', 'Read the text in a picture.', 'path: path'],
    ['export_pdf', 'write', 'Save a document as PDF.', 'title: content; text: content; path?: path'],
    ['transcribe', 'read', 'Turn a recording into text.', 'path: path'],
  ]),
] as const;
