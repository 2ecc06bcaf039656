/** The English texts of an unknown address. */
export const notFoundEn = {
  title: 'This page does not exist.',
  hint: 'The address may be mistyped, or the page has moved.',
  action: 'Open the inbox',
};
