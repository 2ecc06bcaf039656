/** The public API of the proxy. */
export { createProxy, type Proxy, type ProxyOptions } from './create-proxy.ts';
export { loadProxySettings, readProxySettings, type ProxySettings } from './proxy-config.ts';
export { serveProxyOnHttp, serveProxyOnStdio } from './serve.ts';
export { runProxyCommand, type ProxyCommandHost } from './run-proxy-command.ts';
