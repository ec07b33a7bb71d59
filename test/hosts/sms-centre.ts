/** A carrier's SMS centre on loopback with SMPP 3.4: stores messages and behaves as the number or the test determines. */
/// <reference path="../../src/adapters/messages/sms/smpp.d.ts" />
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Pdu, type Server, type Session } from 'smpp';

/** Statuses of SMPP 3.4, 5.1.3. */
const STATUS = { ok: 0, wrongPassword: 0x0e, wrongNumber: 0x0b, throttled: 0x58 } as const;

/** Numbers whose last digits decide the outcome. */
const SWITCHED_OFF = /00000$/;
const UNKNOWN = /00001$/;
const THROTTLED_ONCE = /00002$/;

export interface Submitted {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly dataCoding: number;
  /** User data header of a part, without its length byte. */
  readonly header: Buffer | null;
  /** How long the network keeps it; null when not set. */
  readonly validity: Date | null;
  readonly registered: number;
}

interface UserData {
  readonly message: unknown;
  readonly udh?: readonly Buffer[];
}

export class SmsCentre {
  readonly accepted: Submitted[] = [];
  /** Every submit_sm, including refused ones. */
  submitCount = 0;
  bindCount = 0;
  enquiryCount = 0;
  password = 'segreta';
  /** `silent`: reads and never answers; `breaks`: closes the connection after reading a message. */
  behaviour: 'good' | 'silent' | 'breaks' | 'twice' | 'deaf' = 'good';
  /** Status of the next answers to submit_sm. */
  readonly nextStatuses: number[] = [];
  /** Statuses of the answers to our receipts. */
  readonly receiptAnswers: number[] = [];
  private readonly throttled = new Set<string>();
  private next = 0;
  /** Message ids, in the answer and in its receipt. */
  ids: { answer: string; receipt: string } | null = null;
  private readonly server: Server;

  /** @param certificate PEM, for TLS. */
  constructor(certificate: { cert: string; key: string } | object = {}) {
    this.server = createServer(certificate, (session) => this.serve(session));
  }

  async listen(port = 0): Promise<this> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Texts for a number, with their parts joined by their headers. */
  textsFor(to: string): string[] {
    const digits = to.replace(/^\+/, '');
    const texts = new Map<string, string[]>();
    for (const [index, { header, text }] of this.accepted.filter((message) => message.to === digits).entries()) {
      const [reference, position] = header === null ? [`alone ${index}`, 1] : [`part ${header[2]}`, header[4] ?? 1];
      const parts = texts.get(reference) ?? [];
      parts[position - 1] = text;
      texts.set(reference, parts);
    }
    return [...texts.values()].map((parts) => parts.join(''));
  }

  /** Closes every connection and keeps listening. */
  dropAll(): void {
    for (const session of [...this.server.sessions]) session.destroy();
  }

  async close(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(session: Session): void {
    session.on('error', () => session.destroy());
    for (const command of ['bind_transceiver', 'bind_transmitter', 'bind_receiver']) {
      session.on(command, (pdu: Pdu) => {
        this.bindCount += 1;
        const good = pdu.password === this.password;
        session.send(pdu.response({ command_status: good ? STATUS.ok : STATUS.wrongPassword, system_id: 'centro' }));
      });
    }
    session.on('enquire_link', (pdu: Pdu) => {
      this.enquiryCount += 1;
      if (this.behaviour !== 'deaf') session.send(pdu.response());
    });
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response());
      session.close();
    });
    session.on('submit_sm', (pdu: Pdu) => this.acceptSubmit(session, pdu));
  }

  private acceptSubmit(session: Session, pdu: Pdu): void {
    this.submitCount += 1;
    if (this.behaviour === 'silent') return;
    if (this.behaviour === 'breaks') {
      session.destroy();
      return;
    }
    const to = String(pdu.destination_addr);
    const status = this.statusFor(to);
    if (status !== STATUS.ok) {
      session.send(pdu.response({ command_status: status }));
      return;
    }
    this.next += 1;
    const id = this.ids?.answer ?? `c${this.next}`;
    this.accepted.push(readSubmit(pdu));
    for (let times = this.behaviour === 'twice' ? 2 : 1; times > 0; times -= 1) {
      session.send(pdu.response({ message_id: id }));
    }
    // Bit 4 additionally requests intermediate notifications.
    if ((Number(pdu.registered_delivery) & 0x03) === 1)
      this.report(session, pdu, { id: this.ids?.receipt ?? id, delivered: !SWITCHED_OFF.test(to) });
  }

  private statusFor(to: string): number {
    const nextStatus = this.nextStatuses.shift();
    if (nextStatus !== undefined) return nextStatus;
    if (UNKNOWN.test(to)) return STATUS.wrongNumber;
    if (THROTTLED_ONCE.test(to) && !this.throttled.has(to)) {
      this.throttled.add(to);
      return STATUS.throttled;
    }
    return STATUS.ok;
  }

  private report(session: Session, pdu: Pdu, { id, delivered }: { id: string; delivered: boolean }): void {
    const stat = delivered ? 'DELIVRD' : 'UNDELIV';
    const err = delivered ? '000' : '001';
    session.deliver_sm(
      {
        source_addr: pdu.destination_addr,
        source_addr_ton: 1,
        source_addr_npi: 1,
        destination_addr: pdu.source_addr,
        esm_class: 4,
        data_coding: 0,
        receipted_message_id: id,
        message_state: delivered ? 2 : 5,
        short_message: `id:${id} sub:001 dlvrd:001 submit date:2611200900 done date:2611200900 stat:${stat} err:${err} text:`,
      },
      (answer) => this.receiptAnswers.push(answer.command_status),
    );
  }
}

function readSubmit(pdu: Pdu): Submitted {
  const { message, udh } = pdu.short_message as UserData;
  return {
    to: String(pdu.destination_addr),
    from: String(pdu.source_addr),
    text: String(message),
    dataCoding: Number(pdu.data_coding),
    header: udh?.[0] ?? null,
    validity: pdu.validity_period instanceof Date ? pdu.validity_period : null,
    registered: Number(pdu.registered_delivery),
  };
}
