/** The reason of an abort because the process ends. The work was not cancelled and may continue elsewhere. */
export class ServerClosing extends Error {
  override readonly name = 'ServerClosing';

  constructor() {
    super('The server is closing.');
  }
}
