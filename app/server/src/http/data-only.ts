/** The content security policy of data responses: a browser that displays one as a page loads and executes nothing. */
export const DATA_ONLY = "default-src 'none'; frame-ancestors 'none'";
