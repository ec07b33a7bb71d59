/** Thrown when a caller disconnected before its answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('The caller closed the connection');
  }
}
