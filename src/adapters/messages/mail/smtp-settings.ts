/** Settings of the SMTP adapter; `src/settings/mail.ts` reads them from the environment. */

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte; `starttls`: required before any other command. */
  readonly tls: 'starttls' | 'implicit';
  /** Path of a PEM file with the trusted roots; null: Node's own. */
  readonly certificates: string | null;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly from: { readonly name: string; readonly address: string };
  /** The bounce address, without the mark that each message adds. */
  readonly bounces: { readonly local: string; readonly domain: string };
  /** Path of a Maildir; null: bounces are not processed. */
  readonly bouncesDir: string | null;
  /** `key`: PEM of an RSA private key. */
  readonly dkim: { readonly selector: string; readonly domain: string; readonly key: string } | null;
  /** Days without further attempts to an address that was refused permanently; 0: each message tries again. */
  readonly suppressDays: number;
}

/** Milliseconds: for connecting, for the greeting and the TLS handshake, and between two responses. */
export interface SmtpLimits {
  readonly connection: number;
  readonly greeting: number;
  readonly silence: number;
}

/** Time limit for a whole message in milliseconds, used by the guard. Servers with filters respond late. */
export const SMTP_TIME_LIMIT = 30_000;

export const SMTP_LIMITS: SmtpLimits = { connection: 5_000, greeting: 5_000, silence: 20_000 };
