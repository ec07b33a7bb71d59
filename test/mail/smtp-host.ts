/** A mail server on a real socket for tests, with TLS and with every possible fault. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ServerCertificates } from './certificates.ts';

export type SmtpStep = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end';

export interface Received {
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

const GOOD: Readonly<Record<SmtpStep, string>> = {
  greeting: '220 mail.example.it',
  EHLO: '250-mail.example.it\r\n250-AUTH PLAIN\r\n250-DSN\r\n250 SIZE 1000000',
  STARTTLS: '220 go ahead',
  AUTH: '235 welcome',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 go on',
  end: '250 taken',
};

export class SmtpHost {
  /** Faulty answers: another reply, no reply, a closed connection, a reply that never ends. */
  answers: Partial<Record<SmtpStep, string | 'silent' | 'reset' | 'dribble'>> = {};
  /** Whether the first EHLO offers STARTTLS. */
  offersTls = true;
  /** The commands received, in order; a message once its last line has arrived, regardless of the answer. */
  readonly commands: string[] = [];
  readonly received: Received[] = [];
  /** Connections open now, and the maximum so far. */
  open = 0;
  maxOpen = 0;
  private readonly server: Server;
  private readonly secrets: { readonly key: string; readonly cert: string };
  private readonly implicit: boolean;
  private readonly sockets = new Set<Socket>();

  private constructor(secrets: { key: string; cert: string }, implicit: boolean) {
    this.secrets = secrets;
    this.implicit = implicit;
    this.server = createServer((socket) => this.serve(socket));
  }

  static async listen(certificates: ServerCertificates, tls: 'starttls' | 'implicit' = 'implicit'): Promise<SmtpHost> {
    const [key, cert] = await Promise.all([
      readFile(certificates.key, 'utf8'),
      readFile(certificates.certificate, 'utf8'),
    ]);
    const host = new SmtpHost({ key, cert }, tls === 'implicit');
    await new Promise<void>((done) => host.server.listen(0, '127.0.0.1', done));
    return host;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (this.server.listening) await new Promise((done) => this.server.close(done));
  }

  private serve(socket: Socket): void {
    this.open += 1;
    this.maxOpen = Math.max(this.maxOpen, this.open);
    this.sockets.add(socket);
    socket.once('close', () => {
      this.open -= 1;
      this.sockets.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    if (this.implicit) this.converse(this.encrypted(socket), true);
    else this.converse(socket, false);
  }

  private encrypted(socket: Socket): TLSSocket {
    const secured = new TLSSocket(socket, { isServer: true, ...this.secrets });
    secured.on('error', () => secured.destroy());
    return secured;
  }

  /** Answers one step. @returns false when no answer was sent. */
  private reply(socket: Socket, step: SmtpStep, good = GOOD[step]): boolean {
    const answer = this.answers[step] ?? good;
    if (answer === 'reset') socket.destroy();
    else if (answer === 'dribble') {
      const timer = setInterval(() => socket.write('250-wait\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    } else if (answer !== 'silent') socket.write(`${answer}\r\n`);
    return !['reset', 'silent', 'dribble'].includes(answer);
  }

  private converse(socket: Socket, secured: boolean, greets = true): void {
    let buffer = '';
    let envelope = { from: '', to: '' };
    let inMessage = false;
    const command = (line: string): void => {
      const word = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? '';
      this.commands.push(line.startsWith('AUTH') ? 'AUTH' : line);
      if (word === 'EHLO') {
        const own = !secured && this.offersTls ? GOOD.EHLO.replace('AUTH PLAIN', 'STARTTLS') : GOOD.EHLO;
        this.reply(socket, 'EHLO', own);
      } else if (word === 'STARTTLS') {
        if (!this.reply(socket, 'STARTTLS', this.offersTls ? GOOD.STARTTLS : '502 not here')) return;
        if (!(this.answers.STARTTLS ?? '220').startsWith('220') || !this.offersTls) return;
        socket.removeAllListeners('data');
        this.converse(this.encrypted(socket), true, false);
      } else if (word === 'AUTH') this.reply(socket, 'AUTH');
      else if (word === 'MAIL') {
        envelope = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: '' };
        this.reply(socket, 'MAIL');
      } else if (word === 'RCPT') {
        envelope.to = /<(.*?)>/.exec(line)?.[1] ?? '';
        this.reply(socket, 'RCPT');
      } else if (word === 'DATA') inMessage = this.reply(socket, 'DATA') && (this.answers.DATA ?? '3').startsWith('3');
      else if (word === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('502 what?\r\n');
    };
    socket.on('data', (bytes: Buffer) => {
      buffer += bytes.toString('latin1');
      for (;;) {
        const end = inMessage ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          inMessage = false;
          this.received.push({ ...envelope, message: `${text}\r\n`.replaceAll('\r\n..', '\r\n.') });
          this.reply(socket, 'end');
        } else command(text);
      }
    });
    if (greets) this.reply(socket, 'greeting');
  }
}
