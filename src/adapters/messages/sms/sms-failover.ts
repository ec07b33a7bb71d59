/** The `Sms` port over one or two gateways: the second is used only when the first has certainly not accepted the message. */

import { type Sms, SmsRejected, SmsUncertain } from '#ports/messages.ts';
import { OutsideFailure, type OutsideGuard } from '#ports/outside-system.ts';
import { countParts, SmsFailure, type SmsGateway } from './sms-gateway.ts';
import { providerIdAt, type SmsLedger } from './sms-ledger.ts';

export interface SmsRoute {
  readonly gateway: SmsGateway;
  /** Its time limit is longer than `gateway.timeLimit`: see {@link guardLimit}. */
  readonly guard: OutsideGuard;
}

export interface SmsOptions {
  /** In order of preference. */
  readonly routes: readonly SmsRoute[];
  readonly ledger: SmsLedger;
  readonly maxParts: number;
  /** Default for messages without a validity. */
  readonly validMinutes: number;
  readonly log: { warn(fields: object, message: string): void };
}

/** No gateway accepted the message: it may be sent again. */
export class SmsNotTaken extends Error {
  override readonly name = 'SmsNotTaken';
}

/** The guard's time limit ends calls that exceed their own; it must not cut off a call that is about to answer. */
export const guardLimit = (gateway: SmsGateway): number => gateway.timeLimit + 5_000;

/** If in doubt, the message counts as sent. */
function mayHaveLeft(error: unknown): boolean {
  if (error instanceof SmsFailure) return error.mayHaveLeft;
  return !(error instanceof OutsideFailure && error.reason === 'paused');
}

export function openSms({ routes, ledger, maxParts, validMinutes, log }: SmsOptions): Sms {
  const [first] = routes;
  if (first === undefined) throw new Error('SMS needs a gateway');
  return {
    async send({ id, to, text, validMinutes: ownValidity }) {
      const parts = countParts(text, maxParts);
      const dispatch = await ledger.begin(id, { system: first.gateway.system, parts });
      if (dispatch.state === 'TAKEN') return { providerId: dispatch.providerId, parts: dispatch.parts };
      if (dispatch.state === 'SENDING') throw new SmsUncertain(`${id} may have been sent before: not sent again`);
      const reasons: string[] = [];
      let rejections = 0;
      for (const { gateway, guard } of routes) {
        const { system } = gateway;
        if (system !== first.gateway.system) await ledger.switchGateway(id, system);
        try {
          const result = await guard(() => gateway.send({ id, to, text, validMinutes: ownValidity ?? validMinutes }));
          if (result.state === 'TAKEN') {
            const providerId = providerIdAt(system, result.providerId);
            await ledger.markAccepted(id, providerId);
            return { providerId, parts };
          }
          rejections += 1;
          reasons.push(`${system}: ${result.reason}`);
          log.warn({ system, messageId: id, reason: result.reason }, 'SMS refused');
        } catch (error) {
          if (mayHaveLeft(error)) {
            log.warn({ err: error, system, messageId: id }, 'SMS uncertain: not sent again');
            throw new SmsUncertain(`${id} may have been taken by ${system}: not sent again`, { cause: error });
          }
          reasons.push(error instanceof Error ? error.message : String(error));
          // The guard already logs an open circuit breaker; do not log it again for each message.
          if (!(error instanceof OutsideFailure && error.reason === 'paused')) {
            log.warn({ err: error, system, messageId: id }, 'SMS not taken');
          }
        }
      }
      await ledger.markRefused(id);
      throw new (rejections === routes.length ? SmsRejected : SmsNotTaken)(reasons.join('; '));
    },
    receipts: (providerIds) => ledger.receipts(providerIds),
    sweep: () => ledger.sweep(),
  };
}
