/** What `--help` prints. */
export const HELP_TEXT = `sekisho-iris - an MCP server that asks OpenAI models and continues conversations
             OpenAI のモデルに質問し、会話を継続できる MCP サーバー

Usage:
  sekisho-iris [--demo] [--state-dir DIR]          MCP over stdio, for a host that starts the server
  sekisho-iris --http [--port 8787] [...]          MCP over Streamable HTTP on 127.0.0.1, path /mcp

Options:
  --demo                    Answer from the built-in simulator; no key needed, every answer says so
                            内蔵シミュレーターで回答します (キー不要。回答に明記されます)
  --state-dir DIR           Keep transcripts and tasks in DIR: conversations outlast OpenAI's memory, tasks a restart
                            会話の記録とタスクを DIR に保存します (再起動後もタスクを継続できます)
  --http                    Serve HTTP instead of stdio
  --port N                  The port; 0 takes any free one (default 8787)
  --allow-host NAME         Also accept this Host and Origin name, for a reverse proxy (repeatable)
  --no-token                Ask for no token; anybody on this machine can then spend your money
  --oauth-issuer URL        Accept access tokens of this authorization server
  --oauth-introspection URL Where to check them (RFC 7662)
  --oauth-resource URL      The public URL of this server; tokens must be issued for it
  -h, --help                This text
  -v, --version             The version

Environment:
  OPENAI_API_KEY            The key; required without --demo
  OPENAI_BASE_URL, OPENAI_ORG_ID
  IRIS_MODEL                Default of a call: a model id, or auto, fast, deep, pro (auto)
  IRIS_REASONING_EFFORT     Default of a call: none, minimal, low, medium, high, xhigh, max (medium)
  IRIS_SEARCH_CONTEXT_SIZE  Default of a call: low, medium, high (medium)
  IRIS_CONTINUITY           Default of a call: server, local, auto (auto)
  IRIS_MAX_COST_USD         Default of a call: a decimal number above 0 (no limit)
  IRIS_TIMEOUT_SECONDS      How long a call may take: 30 to 900 (300)
  IRIS_MAX_RETRIES          How often a failed request is repeated: 0 to 5 (1)
  IRIS_STATE_DIR            Like --state-dir
  IRIS_HTTP_TOKENS          "name:token,name:token", each at least 16 characters; without it a token is made
                            at each start and printed
  IRIS_HANDLE_SECRET        Seals response ids to their owner; required with several names or OAuth
  IRIS_OAUTH_CLIENT_ID, IRIS_OAUTH_CLIENT_SECRET
                            What this server shows to the introspection endpoint

A value that is not allowed stops the server at its start.
使えない値が設定されている場合、サーバーは起動しません。
`;
