/** Evaluates a table of actions: which ones a user is offered for an object now, and why one is impossible. */
import type { AccessReason, Action, Decision } from './access.ts';

/** One entry: an action on a `Subject`, and the reasons against it. */
export interface ActionEntry<Subject extends { status: string }, Reason extends string> {
  /** All are required; they may depend on the subject. */
  readonly rights: readonly (Action | ((subject: Subject) => Action))[];
  /** Statuses in which it is offered, enabled or with the reason against it; absent: all. */
  readonly statuses?: readonly Subject['status'][];
  /** Whether the action concerns this subject; absent: always. */
  readonly applies?: (subject: Subject) => boolean;
  /** Refusals of the right for which it is still offered, disabled; others hide it. */
  readonly shownAgainst?: readonly (AccessReason & Reason)[];
  /** Offered regardless of the refusal of the right, with this reason. */
  readonly withoutRight?: Reason;
  /** Why it is impossible now, regardless of status and caller; null when it is possible. */
  readonly refusal: (subject: Subject) => Reason | null;
}

export interface AvailableAction<Key extends string, Reason extends string> {
  readonly key: Key;
  /** Why it is impossible now; null when it is possible. */
  readonly refused: Reason | null;
}

/** @returns null when not refused; undefined when the action is not offered to this person. */
function refusalByRights<Subject extends { status: string }, Reason extends string>(
  entry: ActionEntry<Subject, Reason>,
  subject: Subject,
  may: (right: Action) => Decision,
): Reason | null | undefined {
  const decisions = entry.rights.map((right) => may(typeof right === 'string' ? right : right(subject)));
  const refused = decisions.find((decision) => !decision.ok);
  if (refused === undefined || refused.ok) return null;
  return entry.shownAgainst?.find((reason) => reason === refused.reason) ?? entry.withoutRight;
}

/**
 * The actions offered to a person, in the order of the table.
 * @param may decides what this person may do with the subject.
 */
export function availableActions<Key extends string, Subject extends { status: string }, Reason extends string>(
  table: Readonly<Record<Key, ActionEntry<Subject, Reason>>>,
  subject: Subject,
  may: (right: Action) => Decision,
): AvailableAction<Key, Reason>[] {
  return (Object.keys(table) as Key[]).flatMap((key) => {
    const entry: ActionEntry<Subject, Reason> = table[key];
    if (entry.statuses?.includes(subject.status) === false || entry.applies?.(subject) === false) return [];
    const refused = refusalByRights(entry, subject, may);
    return refused === undefined ? [] : [{ key, refused: refused ?? entry.refusal(subject) }];
  });
}
