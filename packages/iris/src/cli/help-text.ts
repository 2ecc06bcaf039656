/** The output of `--help`. */
export const HELP_TEXT = `sekisho-iris - an MCP server that calls OpenAI models and continues conversations
             OpenAI のモデルに質問し、会話を継続できる MCP サーバー

Usage:
  sekisho-iris [--demo] [--state-dir DIR]          MCP over stdio, for a host that starts the server
  sekisho-iris --http [--port 8787] [...]          MCP over Streamable HTTP on 127.0.0.1, path /mcp

Options:
  --demo                    Use the built-in simulator; no key needed, every answer states it
                            内蔵シミュレーターで回答します (キー不要。回答に明記されます)
  --state-dir DIR           Store transcripts and tasks in DIR, so that conversations and tasks survive a restart
                            会話の記録とタスクを DIR に保存します (再起動後も会話とタスクを継続できます)
  --http                    Serve HTTP instead of stdio
  --port N                  The port; 0 selects any free port (default 8787)
  --allow-host NAME         Also accept this Host and Origin name, for a reverse proxy (repeatable)
  --no-token                Require no token; every user of this machine can then make calls at your cost
  --oauth-issuer URL        Accept access tokens of this authorization server
  --oauth-introspection URL The endpoint that checks them (RFC 7662)
  --oauth-resource URL      The public URL of this server; tokens must be issued for it
  -h, --help                Print this help
  -v, --version             Print the version

Environment:
  OPENAI_API_KEY            The key; required without --demo
  OPENAI_BASE_URL, OPENAI_ORG_ID
  IRIS_MODEL                Default of a call: a model id, or auto, fast, deep, pro (auto)
  IRIS_REASONING_EFFORT     Default of a call: none, minimal, low, medium, high, xhigh, max (medium)
  IRIS_SEARCH_CONTEXT_SIZE  Default of a call: low, medium, high (medium)
  IRIS_CONTINUITY           Default of a call: server, local, auto (auto)
  IRIS_MAX_COST_USD         Default of a call: a decimal number above 0 (no limit)
  IRIS_TIMEOUT_SECONDS      Time limit of a call: 30 to 900 (300)
  IRIS_MAX_RETRIES          Retries of a failed request: 0 to 5 (1)
  IRIS_STATE_DIR            Same as --state-dir
  IRIS_HTTP_TOKENS          "name:token,name:token", each at least 16 characters; if unset, a token is
                            generated and printed at each start
  IRIS_HANDLE_SECRET        Binds response ids to their owner; required with several names or OAuth
  IRIS_OAUTH_CLIENT_ID, IRIS_OAUTH_CLIENT_SECRET
                            The credentials for the introspection endpoint

The server does not start with an invalid value.
使えない値が設定されている場合、サーバーは起動しません。
`;
