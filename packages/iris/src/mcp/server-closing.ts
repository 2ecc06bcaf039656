/** Why work is stopped that nobody has cancelled: its process ends, and what runs elsewhere may go on. */
export class ServerClosing extends Error {
  override readonly name = 'ServerClosing';

  constructor() {
    super('The server is closing.');
  }
}
