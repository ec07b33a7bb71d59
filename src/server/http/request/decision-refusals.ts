/** Turns decisions of the domain into refusals. */
import { type AccessReason, type Action, type Actor, type Decision, may, type Target } from '#domain/access.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';

const REFUSALS: Readonly<Partial<Record<AccessReason, RefusalCode>>> = {
  readonly: 'access.readonly',
  folderType: 'access.folderType',
  hasFolders: 'conflict.hasFolders',
  hasDocuments: 'conflict.hasDocuments',
  hasJobId: 'conflict.hasJobId',
  signingStarted: 'conflict.signingStarted',
  notDraft: 'conflict.notDraft',
};

/** The refusal (403, 404 or 409) of a denied decision. */
export const decisionRefusal = (decision: Decision & { ok: false }, absent: RefusalCode): Refusal =>
  new Refusal(decision.kind === 'absent' ? absent : (REFUSALS[decision.reason] ?? 'access.forbidden'));

/** @throws Refusal when the decision is a denial. */
export function authorise(decision: Decision, absent: RefusalCode): void {
  if (!decision.ok) throw decisionRefusal(decision, absent);
}

/** Rights that an entry of an action table requires. */
export interface Needs {
  readonly rights: readonly Action[];
}

/** @throws Refusal unless the actor has all rights of the action on the target. */
export function authoriseAction(actor: Actor, { rights }: Needs, target: Target, absent: RefusalCode): void {
  for (const right of rights) authorise(may(actor, right, target), absent);
}
