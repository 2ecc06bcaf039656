/** The output of `--help`: all of it in English, and then in Japanese. */
export const HELP_TEXT = `sekisho-iris - an MCP server that calls OpenAI models and continues conversations

Usage:
  sekisho-iris [--demo] [--state-dir DIR]          MCP over stdio, for a host that starts the server
  sekisho-iris --http [--port 8787] [...]          MCP over Streamable HTTP on 127.0.0.1, path /mcp

Options:
  --demo                    Use the built-in simulator; no key needed, every answer states it
  --state-dir DIR           Store transcripts and tasks in DIR, so that conversations and tasks survive a restart
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
  OPENAI_BASE_URL           Another address (OpenAI)
  OPENAI_ORG_ID             The organization (none)
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


sekisho-iris - OpenAI のモデルに質問し、会話を継続できる MCP サーバー

使い方:
  sekisho-iris [--demo] [--state-dir DIR]          標準入出力の MCP（ホストがサーバーを起動する場合）
  sekisho-iris --http [--port 8787] [...]          127.0.0.1 の /mcp で待ち受ける Streamable HTTP の MCP

オプション:
  --demo                    内蔵のシミュレーターで回答する。キーは不要で、回答にその旨を示す
  --state-dir DIR           会話の記録とタスクを DIR に保存する。再起動後も会話とタスクを継続できる
  --http                    標準入出力の代わりに HTTP で待ち受ける
  --port N                  ポート。0 なら空いているポートを使う（既定 8787）
  --allow-host NAME         受け付ける Host と Origin の名前を加える。リバースプロキシ用（繰り返し指定できる）
  --no-token                トークンを求めない。このマシンの全利用者が、あなたの費用で呼び出せるようになる
  --oauth-issuer URL        この認可サーバーのアクセストークンを受け付ける
  --oauth-introspection URL トークンを検査するエンドポイント（RFC 7662）
  --oauth-resource URL      このサーバーの公開 URL。トークンはこの URL に対して発行されている必要がある
  -h, --help                この説明を表示する
  -v, --version             バージョンを表示する

環境変数（かっこ内は既定値）:
  OPENAI_API_KEY            API キー。--demo を付けない場合は必須
  OPENAI_BASE_URL           別のアドレス（OpenAI）
  OPENAI_ORG_ID             組織（なし）
  IRIS_MODEL                呼び出しの既定値: モデルの ID、または auto、fast、deep、pro（auto）
  IRIS_REASONING_EFFORT     呼び出しの既定値: none、minimal、low、medium、high、xhigh、max（medium）
  IRIS_SEARCH_CONTEXT_SIZE  呼び出しの既定値: low、medium、high（medium）
  IRIS_CONTINUITY           呼び出しの既定値: server、local、auto（auto）
  IRIS_MAX_COST_USD         呼び出しの既定値: 0 より大きい数（上限なし）
  IRIS_TIMEOUT_SECONDS      呼び出しの制限時間（秒）: 30〜900（300）
  IRIS_MAX_RETRIES          失敗したリクエストの再試行回数: 0〜5（1）
  IRIS_STATE_DIR            --state-dir と同じ
  IRIS_HTTP_TOKENS          "name:token,name:token"。トークンはそれぞれ 16 文字以上。設定しなければ、
                            起動のたびに作って表示する
  IRIS_HANDLE_SECRET        応答の ID を所有者に結び付ける。名前が複数の場合と OAuth では必須
  IRIS_OAUTH_CLIENT_ID, IRIS_OAUTH_CLIENT_SECRET
                            検査用エンドポイントの認証情報

使えない値が設定されている場合、サーバーは起動しません。
`;
