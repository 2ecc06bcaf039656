/** The content security policy of answers that are data: a browser that shows one as a page loads and runs nothing. */
export const DATA_ONLY = "default-src 'none'; frame-ancestors 'none'";
