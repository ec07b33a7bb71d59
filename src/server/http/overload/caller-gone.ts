/** A caller that closed its connection before it had its answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor() {
    super('The caller closed the connection');
  }
}
