/** Turns decisions of the domain into refusals. */
import { type Action, type Actor, type Decision, may, type Target } from '#domain/access.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';

/** The refusal (403, 404 or 409) of a denied decision. */
export function decisionRefusal(decision: Decision & { ok: false }, absent: RefusalCode): Refusal {
  if (decision.kind === 'absent') return new Refusal(absent);
  switch (decision.reason) {
    case 'readonly':
      return new Refusal('access.readonly');
    case 'folderType':
      return new Refusal('access.folderType');
    case 'hasFolders':
      return new Refusal('conflict.hasFolders');
    case 'hasDocuments':
      return new Refusal('conflict.hasDocuments');
    case 'hasJobId':
      return new Refusal('conflict.hasJobId');
    case 'signingStarted':
      return new Refusal('conflict.signingStarted');
    case 'notDraft':
      return new Refusal('conflict.notDraft');
    default:
      return new Refusal('access.forbidden');
  }
}

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
