/** Maps a refused action to its message and the next step. A single table, so that every code has an entry. */
import type { SignFailure } from '../api/failure.ts';
import type { Catalogue } from '../text/it.ts';

export type NextStep =
  /** The code was wrong: type it again. */
  | 'retype'
  /** The code is no longer valid: request another. */
  | 'newCode'
  /** Stay here and read the note. */
  | 'stay'
  /** The document must be read again. */
  | 'readAgain'
  /** A signature field or consent is missing. */
  | 'points'
  /** The session has changed: load it again. */
  | 'refresh'
  | 'locked';

export interface Trouble {
  way: NextStep;
  text: string;
}

/** Used without `retryAfter`: the limit is one message a minute (D-41). */
const DEFAULT_WAIT_SECONDS = 60;

export function troubleOf(failure: SignFailure, text: Catalogue): Trouble {
  const { code, status, attemptsLeft, retryAfter, message } = failure.details;
  if (failure.isConnectionLost) return { way: 'stay', text: text.failure.network };
  switch (code) {
    case 'otp.wrong':
      return attemptsLeft === 0
        ? { way: 'newCode', text: text.code.wrongNoneLeft }
        : { way: 'retype', text: text.code.wrong(attemptsLeft) };
    case 'otp.expired':
      return { way: 'newCode', text: text.code.expiredLong };
    case 'otp.none':
      return { way: 'newCode', text: text.code.none };
    case 'otp.tooSoon':
      return { way: 'stay', text: text.code.tooSoon(retryAfter ?? DEFAULT_WAIT_SECONDS) };
    case 'otp.tooMany':
      return { way: 'stay', text: text.code.tooMany };
    case 'otp.noneLeft':
      return { way: 'stay', text: text.code.noneLeft };
    case 'signing.locked':
      return { way: 'locked', text: text.closed.lockedText };
    case 'signing.notRead':
    case 'signing.otherBytes':
      return { way: 'readAgain', text: text.read.firstNotRead };
    case 'signing.pointMissing':
      return { way: 'points', text: text.points.incomplete };
    case 'signing.notYours':
      return { way: 'refresh', text: text.code.elsewhere };
    case 'signing.unknownLink':
    case 'signing.alreadySigned':
    case 'signing.closed':
    case 'signing.otherTablet':
    case 'signing.handRefused':
      return { way: 'refresh', text: message };
    default:
      break;
  }
  if (status === 404) return { way: 'refresh', text: message };
  if (status === 429) return { way: 'stay', text: text.failure.busyText(retryAfter ?? DEFAULT_WAIT_SECONDS) };
  if (status >= 500) return { way: 'stay', text: text.failure.server };
  return { way: status === 409 ? 'refresh' : 'stay', text: message === '' ? text.failure.server : message };
}
