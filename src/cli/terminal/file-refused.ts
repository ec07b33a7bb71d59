/** A file named in the settings that cannot be used; the message is for the person who starts the product or runs a command. */
import { LocalizedError, type Message } from './language.ts';

export class FileRefused<Fault extends string> extends LocalizedError {
  readonly fault: Fault;
  /** The affected file; empty when it is none in particular. */
  readonly path: string;
  constructor(fault: Fault, path: string, message: Message | string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
    this.path = path;
  }
}
