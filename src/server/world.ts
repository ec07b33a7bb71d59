/** The server's dependencies and settings: created by the composition root, or by tests. */

import type { FastifyBaseLogger } from 'fastify';
import type { ContactPolicy } from '#domain/signing/contact/contact-doubts.ts';
import type { PageChecker } from '#pdf/drawing/page-checker.ts';
import type { PdfGate } from '#pdf/gate.ts';
import type { PdfPool } from '#pdf/pool.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConsentRegister } from '#ports/consent-register.ts';
import type { DmsDirectory, RspDirectory } from '#ports/customer-search.ts';
import type { Database } from '#ports/database/database.ts';
import type { DealerDirectory } from '#ports/dealer-directory.ts';
import type { HeadStore } from '#ports/head-store.ts';
import type { IdentityProvider } from '#ports/identity-provider.ts';
import type { Jobs } from '#ports/jobs.ts';
import type { Mail, Outbox, Sms, SmsReceipts } from '#ports/messages.ts';
import type { PageInk } from '#ports/page-ink.ts';
import type { CertificateAuthority, Sealer } from '#ports/sealer.ts';
import type { Storage } from '#ports/storage.ts';
import type { TimestampAuthority } from '#ports/timestamp.ts';
import type { WebhookSender } from '#ports/webhooks.ts';
import type { CallLimits } from './http/overload/limits.ts';

export interface Settings {
  readonly mode: 'demo' | 'production';
  /** Public origin of the product, without a trailing slash. */
  readonly publicUrl: string;
  readonly version: string;
  readonly dealerPortalUrl: string | null;
  /** With `{id}` in place of the video's external id; null when no provider is configured. */
  readonly videoPlayerUrl: string | null;
  /** Accepted Host header values in demo mode (host:port). */
  readonly allowedHosts: readonly string[];
  /** Folder of the built browser application. */
  readonly webFolder: string;
  /** Calling codes of the countries to whose mobiles codes are sent, without `+`. */
  readonly otpCountries: readonly string[];
  /** Whether the SMS ends with a line from which the signer's page reads the code (WebOTP); it costs a second part. */
  readonly otpWebLine: boolean;
  /** Legal entities that accept handwriting by mouse for simple signatures. */
  readonly mouseEntities: readonly string[];
  /** How to treat telephones and addresses that may not be the customer's own. */
  readonly contacts: ContactPolicy;
  /** Days for which an account cannot approve work by a user who created or changed that account (record 0064). */
  readonly fourEyesDays: number;
  /** Number of reverse proxies in front, to find the caller's address. */
  readonly trustedProxies: number;
  /** Only in tests: replaces CALL_LIMITS and disables load shedding by the event loop. */
  readonly callLimits?: CallLimits;
  /** Only in tests: an answer or refusal that the contract does not list becomes a 500 (http/response/contract-check.ts). */
  readonly checkContract?: true;
}

/** Keys derived from the installation's single secret, a separate one for each purpose. */
export interface Secrets {
  /** 32 bytes. */
  derive(
    purpose:
      | 'session-token'
      | 'copy-link'
      | 'revocation-words'
      | 'sign-link'
      | 'qr-code'
      | 'qr-ceremony'
      | 'otp'
      | 'consent-subject'
      | 'idempotency'
      | 'webhook'
      | 'doctor'
      | 'demo-provider'
      | 'mail'
      | 'sms-receipts'
      | 'installation',
  ): Uint8Array;
}

/** The holder of the key that decrypts handwriting: the server has only the certificate. */
export interface Custodian {
  /** DER. */
  readonly certificate: Uint8Array;
  /** Its SHA-256 fingerprint, lower-case hexadecimal. */
  readonly sha256: string;
  /** Configured by a setting, and so in force only once two administrators have agreed on it; else the demo's own. */
  readonly isGiven: boolean;
}

export interface World {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly database: Database;
  readonly storage: Storage;
  /** Heads of the evidence tree, stored outside the database. */
  readonly heads: HeadStore;
  readonly jobs: Jobs;
  readonly sms: Sms;
  /** Receives the reports of SMS gateways over HTTP; null without such a gateway. */
  readonly smsReceipts: SmsReceipts | null;
  readonly mail: Mail;
  /** Only in demo mode. */
  readonly outbox: Outbox | null;
  readonly identityProvider: IdentityProvider;
  /** Each behind a time limit and a circuit breaker, like the next three. */
  readonly dealerDirectory: DealerDirectory;
  readonly rsp: RspDirectory;
  readonly dms: DmsDirectory;
  readonly consentRegister: ConsentRegister;
  readonly webhooks: WebhookSender;
  readonly sealer: Sealer;
  readonly authority: CertificateAuthority;
  readonly timestamp: TimestampAuthority;
  /** As configured; `signing` decides whether it is in force. Null: no signing by hand. */
  readonly custodian: Custodian | null;
  readonly gate: PdfGate;
  /** Draws pages for comparison. */
  readonly pages: Omit<PageChecker, 'close'>;
  /** All other reading and writing of PDFs. */
  readonly pdf: Omit<PdfPool, 'close'>;
  /** Null without a drawing engine: then text under a signature's place is not detected. */
  readonly pageInk: PageInk | null;
  readonly log: FastifyBaseLogger;
}
