/** Row types of the messaging adapters: the demo's outbox, and SMS handed to gateways. */
import type { GeneratedAlways } from 'kysely';

interface DemoOutboxTable {
  id: GeneratedAlways<number>;
  message_id: string;
  channel: 'SMS' | 'EMAIL';
  recipient: string;
  text: string;
  created_date: Date;
}

interface SmsDispatchTable {
  message_id: string;
  gateway: string;
  state: 'SENDING' | 'TAKEN' | 'REFUSED';
  parts: number;
  provider_id: string | null;
  created_date: Date;
}

interface SmsGatewayReceiptTable {
  about: string;
  state: 'DELIVERED' | 'FAILED';
  told_date: Date;
}

export interface MessageTables {
  demo_outbox: DemoOutboxTable;
  sms_dispatch: SmsDispatchTable;
  sms_gateway_receipt: SmsGatewayReceiptTable;
}
