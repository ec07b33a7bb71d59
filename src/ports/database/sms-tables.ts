/** Tables of SMS that were handed to gateways. */

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

export interface SmsTables {
  sms_dispatch: SmsDispatchTable;
  sms_gateway_receipt: SmsGatewayReceiptTable;
}
