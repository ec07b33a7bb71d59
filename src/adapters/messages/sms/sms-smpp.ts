/** SMS over SMPP 3.4 to a carrier's SMS centre: one bound session, rebound with growing pauses. */
import { isIP } from 'node:net';
import { connect, type Pdu, type Session } from 'smpp';
import { encodeSms, GSM7, GSM7_EXTENSION, type SmsEncoding } from '#domain/signing/messages/sms-parts.ts';
import type { SmsReceipt } from '#ports/messages.ts';
import type { BindSettings } from './smpp-bind.ts';
import { type ReceiptIds, receiptOfPdu } from './smpp-receipt.ts';
import { type OutgoingSms, SmsFailure, type SmsGateway, type SmsResult, type SmsSystem } from './sms-gateway.ts';

export interface SmppSettings extends BindSettings {
  readonly system: SmsSystem;
  /** Digits with or without `+`, or at most eleven letters and digits. */
  readonly from: string;
  readonly receiptIds: ReceiptIds;
  readonly limits: SmppLimits;
}

/** Milliseconds. */
export interface SmppLimits {
  /** Connecting and binding. */
  readonly bind: number;
  /** Response to a submit_sm. */
  readonly answer: number;
  /** Interval between enquire_link requests; one that stays unanswered for as long ends the session. */
  readonly enquire: number;
  /** Pauses before rebinding: the first, doubled each time up to the last. */
  readonly pauses: readonly [first: number, last: number];
  /** Pause before a throttled message is retried, doubled each time, up to `throttled` in total. */
  readonly throttlePause: number;
  readonly throttled: number;
}

export const SMPP_LIMITS: SmppLimits = {
  ...{ bind: 5_000, answer: 10_000, enquire: 30_000, pauses: [1_000, 60_000] },
  ...{ throttlePause: 500, throttled: 10_000 },
};

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface SmppOptions {
  readonly log: Log;
  /** Stores a receipt; if this fails, the SMS centre is asked to repeat it. */
  readonly onReceipt: (receipt: SmsReceipt) => Promise<void>;
  /** Binds only at the first message: for a process that sends none, because carriers limit the number of sessions. */
  readonly isLazy?: boolean;
}

const STATUS = { ok: 0, queueFull: 0x14, throttled: 0x58, temporary: 0x64 } as const;
/** Faults of the SMS centre or our settings, not of this message: system id, password, sender, service, validity. */
const SERVICE_FAULTS = new Set([0x04, 0x08, 0x0a, 0x0d, 0x0e, 0x0f, 0x15, 0x48, 0x49, 0x53, 0x62, 0x64, 0x66]);
const INTERFACE_VERSION = 0x34;

const inHex = (status: number): string => `0x${status.toString(16).padStart(8, '0')}`;

/** Binds immediately unless `isLazy` is set, because receipts arrive on the session, and stays bound until `close`. */
export function openSmpp(settings: SmppSettings, options: SmppOptions): SmsGateway {
  const { system, limits } = settings;
  const link = new SmppLink(settings, options);
  let reference = 0;
  const fail = (problem: string, mayHaveLeft: boolean, reason: 'down' | 'timeout' | 'refused' = 'down') =>
    new SmsFailure(system, { reason, mayHaveLeft, what: problem });

  /** @returns the message id. */
  const submit = async (fields: object, isPartlySent: boolean): Promise<{ id: string } | { status: number }> => {
    const until = performance.now() + limits.throttled;
    for (let pause = limits.throttlePause; ; pause *= 2) {
      const pdu = await link.submit(fields, isPartlySent);
      const status = pdu.command === 'generic_nack' ? pdu.command_status || 1 : pdu.command_status;
      if (status === STATUS.ok) return { id: String(pdu.message_id ?? '') };
      const busy = status === STATUS.throttled || status === STATUS.queueFull;
      if (!busy) return { status };
      if (performance.now() + pause > until) throw fail(`throttles, ${inHex(status)}`, isPartlySent);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };

  return {
    system,
    timeLimit: limits.bind + limits.throttled + limits.answer,
    async send(message): Promise<SmsResult> {
      const encoded = encodeSms(message.text);
      reference = (reference + 1) % 256;
      await link.ready();
      let providerId = '';
      for (const [index, fields] of submissions(settings, message, { encoded, reference }).entries()) {
        const result = await submit(fields, index > 0);
        if ('status' in result) {
          const problem = `answered ${inHex(result.status)}`;
          // A first part is on its way: the whole message must not be sent again.
          if (index > 0) throw fail(`${problem} to part ${index + 1}`, true, 'refused');
          if (SERVICE_FAULTS.has(result.status)) throw fail(problem, false, 'refused');
          return { state: 'REFUSED', reason: problem };
        }
        providerId = settings.receiptIds === 'decimal' ? result.id.toLowerCase().replace(/^0+/, '') : result.id;
      }
      return { state: 'TAKEN', providerId: providerId === '' ? message.id : providerId };
    },
    close: () => link.close(),
  };
}

/** The fields of submit_sm for each part. Only the last part requests a receipt: its id represents the message. */
function submissions(
  { from }: SmppSettings,
  { to, validMinutes }: OutgoingSms,
  { encoded, reference }: { encoded: SmsEncoding; reference: number },
): object[] {
  const { alphabet, segments } = encoded;
  const digits = from.replace(/^\+/, '');
  const isNumber = /^\d{6,}$/.test(digits);
  const sender = isNumber
    ? { source_addr: digits, source_addr_ton: from.startsWith('+') ? 1 : 0, source_addr_npi: 1 }
    : { source_addr: from, source_addr_ton: /^\d+$/.test(from) ? 3 : 5, source_addr_npi: 0 };
  return segments.map((segment, index) => {
    const message = alphabet === 'GSM-7' ? gsm7Octets(segment) : ucs2Octets(segment);
    const header = Buffer.from([5, 0, 3, reference, segments.length, index + 1]);
    return {
      ...sender,
      ...{ destination_addr: to.replace(/^\+/, ''), dest_addr_ton: 1, dest_addr_npi: 1 },
      validity_period: relativeTime(validMinutes),
      registered_delivery: index === segments.length - 1 ? 1 : 0,
      // The library's default is 1 (IA5), which loses è and €.
      data_coding: alphabet === 'GSM-7' ? 0 : 8,
      esm_class: segments.length > 1 ? 0x40 : 0,
      short_message: segments.length > 1 ? Buffer.concat([header, message]) : message,
    };
  });
}

/** SMPP 3.4, 7.1.1: years, months, days, hours, minutes, seconds from now. */
function relativeTime(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `0000${two(Math.floor(minutes / 1440))}${two(Math.floor(minutes / 60) % 24)}${two(minutes % 60)}00000R`;
}

/** One octet per septet, as SMS centres expect for data_coding 0. */
function gsm7Octets(text: string): Buffer {
  return Buffer.from(
    [...text].flatMap((character) => {
      const extended = GSM7_EXTENSION.get(character);
      if (extended !== undefined) return [0x1b, extended];
      const index = GSM7.indexOf(character);
      return [index < 0x1b ? index : index + 1];
    }),
  );
}

const ucs2Octets = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** One session that is bound, binding, or waiting to rebind. */
class SmppLink {
  private session: Session | null = null;
  private bound = false;
  private closed = false;
  private started = false;
  private pause: number;
  private timer: NodeJS.Timeout | undefined;
  /** Why the last binding failed. */
  private lastProblem = 'not bound';
  /** Callbacks for the end of the current binding attempt. */
  private readonly waiting = new Set<(bound: boolean) => void>();
  /** Callbacks of requests whose responses are lost when the session ends. */
  private readonly pending = new Set<() => void>();
  private readonly settings: SmppSettings;
  private readonly options: SmppOptions;

  constructor(settings: SmppSettings, options: SmppOptions) {
    this.settings = settings;
    this.options = options;
    this.pause = settings.limits.pauses[0];
    if (options.isLazy !== true) this.open();
  }

  /** Waits for the current binding attempt; between attempts it fails immediately. @throws SmsFailure, certain */
  async ready(): Promise<void> {
    if (this.bound) return;
    if (!this.started) this.open();
    const bound = this.session !== null && (await new Promise<boolean>((resolve) => this.waiting.add(resolve)));
    if (!bound) throw this.failure(this.lastProblem, false);
  }

  /** @throws SmsFailure: uncertain from the moment the message was written. @param isPartlySent an earlier part was accepted. */
  submit(fields: object, isPartlySent: boolean): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      const { session } = this;
      if (session === null || !this.bound) {
        reject(this.failure('the session ended', isPartlySent));
        return;
      }
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        this.pending.delete(onSessionEnd);
        settle();
      };
      const onSessionEnd = (): void => finish(() => reject(this.failure('the session ended before the answer', true)));
      const { answer } = this.settings.limits;
      const timer = setTimeout(
        () => finish(() => reject(this.failure(`no answer within ${answer} ms`, true, 'timeout'))),
        answer,
      );
      this.pending.add(onSessionEnd);
      const isWritten = session.submit_sm(fields, (pdu) => finish(() => resolve(pdu)));
      if (!isWritten) finish(() => reject(this.failure('the session ended', isPartlySent)));
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const { session } = this;
    if (session === null) return;
    const ended = new Promise((resolve) => session.socket.once('close', resolve));
    const giveUp = setTimeout(() => session.destroy(), 1_000);
    if (!this.bound || !session.unbind(() => session.close())) session.destroy();
    await ended;
    clearTimeout(giveUp);
  }

  private failure(problem: string, mayHaveLeft: boolean, reason: 'down' | 'timeout' = 'down'): SmsFailure {
    return new SmsFailure(this.settings.system, { reason, mayHaveLeft, what: problem });
  }

  private open(): void {
    const { host, port, tls, ca, limits } = this.settings;
    const session = connect({
      host,
      port,
      ...(tls ? { tls, servername: isIP(host) ? '' : host, ...(ca === null ? {} : { ca }) } : {}),
    });
    this.session = session;
    this.started = true;
    this.lastProblem = 'no connection';
    this.timer = setTimeout(() => {
      this.lastProblem = `not bound within ${limits.bind} ms`;
      session.destroy();
    }, limits.bind);
    // An error of the library leaves its parser stuck: the session is unusable.
    session.on('error', () => session.destroy());
    session.on(tls ? 'secureConnect' : 'connect', () => this.bind(session));
    session.on('close', () => this.ended(session));
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response());
      session.close();
    });
    session.on('deliver_sm', (pdu: Pdu) => void this.deliver(session, pdu));
    session.on('unknown', (pdu: Pdu) => session.send(pdu.response()));
  }

  private bind(session: Session): void {
    const { systemId, password, systemType, system } = this.settings;
    const fields = { system_id: systemId, password, system_type: systemType, interface_version: INTERFACE_VERSION };
    session.bind_transceiver(fields, (pdu) => {
      if (pdu.command_status !== STATUS.ok) {
        this.lastProblem = `bind refused with ${inHex(pdu.command_status)}`;
        session.destroy();
        return;
      }
      clearTimeout(this.timer);
      this.bound = true;
      this.pause = this.settings.limits.pauses[0];
      this.options.log.info({ system }, 'bound to the SMS centre');
      this.settleWaiting(true);
      this.enquireLater(session);
    });
  }

  private enquireLater(session: Session): void {
    const { enquire } = this.settings.limits;
    this.timer = setTimeout(() => {
      this.timer = setTimeout(() => session.destroy(), enquire);
      session.enquire_link(() => {
        clearTimeout(this.timer);
        if (this.session === session) this.enquireLater(session);
      });
    }, enquire);
    this.timer.unref();
  }

  private ended(session: Session): void {
    if (this.session !== session) return;
    clearTimeout(this.timer);
    const { system, limits } = this.settings;
    if (this.bound) this.lastProblem = 'the session ended';
    this.bound = false;
    this.session = null;
    for (const onSessionEnd of [...this.pending]) onSessionEnd();
    this.settleWaiting(false);
    if (this.closed) return;
    this.options.log.warn({ system, reason: this.lastProblem, pause: this.pause }, 'not bound to the SMS centre');
    this.timer = setTimeout(() => this.open(), this.pause);
    this.timer.unref();
    this.pause = Math.min(this.pause * 2, limits.pauses[1]);
  }

  private settleWaiting(bound: boolean): void {
    for (const resolve of [...this.waiting]) resolve(bound);
    this.waiting.clear();
  }

  private async deliver(session: Session, pdu: Pdu): Promise<void> {
    try {
      const receipt = receiptOfPdu(pdu, this.settings.receiptIds);
      if (receipt !== null) await this.options.onReceipt(receipt);
      session.send(pdu.response());
    } catch (error) {
      this.options.log.warn({ err: error, system: this.settings.system }, 'delivery receipt not kept');
      session.send(pdu.response({ command_status: STATUS.temporary }));
    }
  }
}
