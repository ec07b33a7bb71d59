/** Everything the server is given from outside: the composition root makes one, tests make their own. */

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
  /** Origin people reach the product under, without a final slash. */
  readonly publicUrl: string;
  readonly version: string;
  readonly dealerPortalUrl: string | null;
  /** With `{id}` in place of the video's external id; null when no provider is configured. */
  readonly videoPlayerUrl: string | null;
  /** Host header values that are answered in demo mode (host:port). */
  readonly allowedHosts: readonly string[];
  /** Folder of the built browser application. */
  readonly webFolder: string;
  /** Calling codes of the countries whose mobiles get codes, without `+` (D-45). */
  readonly otpCountries: readonly string[];
  /** The SMS ends with a line by which the signer's page takes the code out of it (WebOTP); it costs a second part. */
  readonly otpWebLine: boolean;
  /** Legal entities that take handwriting by mouse for simple signatures (P-8). */
  readonly mouseEntities: readonly string[];
  /** What becomes of telephones and addresses that may not be the customer's own (D-45). */
  readonly contacts: ContactPolicy;
  /** Days for which an account does not approve what somebody wrote who made or changed that account (record 0064). */
  readonly fourEyesDays: number;
  /** Reverse proxies in front, for the caller's address. */
  readonly trustedProxies: number;
  /** Only in tests: instead of CALL_LIMITS, and without shedding load by the event loop. */
  readonly callLimits?: CallLimits;
  /** Tests alone: an answer or refusal that the contract does not name answers 500 (http/contract-check.ts). */
  readonly checkContract?: true;
}

/** Keys derived from the installation's one secret, a separate one for each purpose. */
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

/** Whoever can open handwriting: the server knows the certificate alone (D-33). */
export interface Custodian {
  /** DER. */
  readonly certificate: Uint8Array;
  /** Its fingerprint, lower-case hexadecimal. */
  readonly sha256: string;
  /** Named by a setting, and so in force once two administrators have agreed on it (P-8); else the demo's own. */
  readonly isGiven: boolean;
}

export interface World {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly database: Database;
  readonly storage: Storage;
  /** Heads of the evidence tree, kept beside the database. */
  readonly heads: HeadStore;
  readonly jobs: Jobs;
  readonly sms: Sms;
  /** Where an SMS gateway reports by HTTP; null where none does. */
  readonly smsReceipts: SmsReceipts | null;
  readonly mail: Mail;
  /** Only in demo mode. */
  readonly outbox: Outbox | null;
  readonly identityProvider: IdentityProvider;
  /** Behind a time limit and a circuit breaker each, as are the next three. */
  readonly dealerDirectory: DealerDirectory;
  readonly rsp: RspDirectory;
  readonly dms: DmsDirectory;
  readonly consentRegister: ConsentRegister;
  readonly webhooks: WebhookSender;
  readonly sealer: Sealer;
  readonly authority: CertificateAuthority;
  readonly timestamp: TimestampAuthority;
  /** As configured; whether it is in force `signing` tells. Null: nothing is signed by hand (D-20). */
  readonly custodian: Custodian | null;
  readonly gate: PdfGate;
  /** Draws pages to compare them. */
  readonly pages: Omit<PageChecker, 'close'>;
  /** Whatever else reads or writes a PDF. */
  readonly pdf: Omit<PdfPool, 'close'>;
  /** Null where no engine draws pages: then text under a place of a signature is not found. */
  readonly pageInk: PageInk | null;
  readonly log: FastifyBaseLogger;
}
