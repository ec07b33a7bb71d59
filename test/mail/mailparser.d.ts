/** Types for the parts of mailparser that the tests use; it has none of its own. */
declare module 'mailparser' {
  interface ParsedAddress {
    readonly text: string;
    readonly value: readonly { readonly name: string; readonly address: string }[];
  }
  interface ParsedMail {
    readonly subject?: string;
    readonly text?: string;
    readonly html: string | false;
    readonly messageId?: string;
    readonly from?: ParsedAddress;
    readonly attachments: readonly unknown[];
    readonly headers: ReadonlyMap<string, unknown>;
  }
  export function simpleParser(source: Buffer): Promise<ParsedMail>;
}
