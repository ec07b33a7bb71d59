/** The loopback address to which gateways send delivery receipts, handled like the product's route. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { SmsSystem } from '#adapters/messages/sms/sms-gateway.ts';
import type { SmsLedger } from '#adapters/messages/sms/sms-ledger.ts';
import { type ReceiptRules, receiptAddress, receiptOf } from '#adapters/messages/sms/sms-receipts.ts';

export const RECEIPT_KEY = Buffer.alloc(32, 7);

export class SmsReceiptHost {
  readonly requestedUrls: string[] = [];
  private readonly server: Server;

  constructor(ledger: SmsLedger, rules: Partial<Record<SmsSystem, ReceiptRules>>) {
    this.server = createServer((request, response) => {
      void (async () => {
        const url = request.url ?? '';
        this.requestedUrls.push(url);
        const receipt = receiptOf({ url, body: await readText(request) }, { key: RECEIPT_KEY, rules });
        if (receipt !== null) await ledger.storeCallback(receipt);
        response.writeHead(receipt === null ? 404 : 204).end();
      })();
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  address(system: SmsSystem, messageId: string): string {
    const publicUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return receiptAddress({ key: RECEIPT_KEY, publicUrl }, system, messageId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
