/** What the SMTP adapter has to know; `src/settings/mail.ts` reads it from the environment. */

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte; `starttls`: demanded before anything else. */
  readonly tls: 'starttls' | 'implicit';
  /** Path of a PEM file with the roots to trust; null: those that Node brings. */
  readonly certificates: string | null;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly from: { readonly name: string; readonly address: string };
  /** The address that returned mail goes to, without the mark that each message adds. */
  readonly bounces: { readonly local: string; readonly domain: string };
  /** Path of a Maildir; null: returned mail is not seen. */
  readonly bouncesDir: string | null;
  /** `key`: PEM of an RSA private key. */
  readonly dkim: { readonly selector: string; readonly domain: string; readonly key: string } | null;
  /** Days for which nothing is sent to an address that was refused for good; 0: each message tries again. */
  readonly suppressDays: number;
}

/** Milliseconds: for connecting, for the greeting and the TLS handshake, and between two answers. */
export interface SmtpLimits {
  readonly connection: number;
  readonly greeting: number;
  readonly silence: number;
}

/** What a whole message may take, in milliseconds: the time limit for the guard. Servers with filters answer late. */
export const SMTP_TIME_LIMIT = 30_000;

export const SMTP_LIMITS: SmtpLimits = { connection: 5_000, greeting: 5_000, silence: 20_000 };
