/** What `--help` prints. */
export const HELP_TEXT = `sekisho-iris - an MCP server that asks OpenAI models and continues conversations
             OpenAI のモデルに質問し、会話を継続できる MCP サーバー

Usage:
  sekisho-iris [--demo] [--state-dir DIR]          MCP over stdio, for a host that starts the server
  sekisho-iris --http [--port 8787] [...]          MCP over Streamable HTTP on 127.0.0.1, path /mcp

Options:
  --demo                    Answer from the built-in simulator; no key needed, every answer says so
                            内蔵シミュレーターで回答します (キー不要。回答に明記されます)
  --state-dir DIR           Keep transcripts in DIR, so that conversations survive OpenAI's memory
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
  IRIS_MODEL, IRIS_REASONING_EFFORT, IRIS_SEARCH_CONTEXT_SIZE, IRIS_CONTINUITY, IRIS_MAX_COST_USD
                            Defaults of a call (auto, medium, medium, auto, no limit)
  IRIS_TIMEOUT_SECONDS, IRIS_MAX_RETRIES
  IRIS_STATE_DIR            Like --state-dir
  IRIS_HTTP_TOKENS          "name:token,name:token", each at least 16 characters; without it a token is made
                            at each start and printed
  IRIS_HANDLE_SECRET        Seals response ids to their owner; required with several names or OAuth
  IRIS_OAUTH_CLIENT_ID, IRIS_OAUTH_CLIENT_SECRET
                            What this server shows to the introspection endpoint
`;
