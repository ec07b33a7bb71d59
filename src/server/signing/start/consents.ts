/** The consents of privacy forms as points of a signature: presented as questions, printed empty, answered by the signer, delivered with the signed form. */
import { CHANNEL_NAMES, type ConsentAnswer, NATIONAL_CONTROLLER } from '#domain/consents/consent.ts';
import { type ConsentQuestion, consentBox, controllerOf, isPrivacyType, versionsOf } from '#domain/consents/notices.ts';
import type { EvidenceDetails } from '#domain/evidence/events.ts';
import type { ChoiceAnswer } from '#pdf/choice-fields.ts';
import type { SigningPlan } from '#pdf/signing/signing-plan.ts';
import type { AnsweredConsent, SignedForm } from '../../consents/index.ts';
import { publicPointId } from '../present.ts';
import type { SignaturePoint } from '../queries.ts';
import type { Paper, SigningContext } from '../session-context.ts';
import { consentTextOf, sha256 } from './consent-text.ts';

export type PointInput = string | { readonly id: string; readonly choice?: ConsentAnswer };

export const isSignature = (point: SignaturePoint): boolean => point.kind === 'signature';

/** Names of checkbox pairs that preparing adds on a page of their own; other names are pairs already on the paper. */
const addedPairsOf = (sessionId: number): string => `Fascicolo_Consenso_${sessionId}_`;

/**
 * The consents that a document's signer answers before signing, without the columns common to all points.
 * @param onPaper whether the file has checkboxes for them, as a generated form does.
 */
export function consentPoints(questions: readonly ConsentQuestion[], sessionId: number, onPaper: boolean) {
  return questions.map(({ purpose, channel, label, title, text, version }, index) => ({
    field: onPaper ? consentBox({ purpose, channel }) : `${addedPairsOf(sessionId)}${index + 1}`,
    kind: 'consent' as const,
    label,
    position: index + 1,
    purpose,
    channel,
    text_version: version,
    text_sha256: sha256(text),
    consent_title: title,
    consent_text: text,
  }));
}

/** How the consents are printed, empty: the questions as of the start of the signature. */
export function consentPlan(
  type: string,
  points: readonly SignaturePoint[],
  context: { controllerName: string; sessionId: number },
): Pick<SigningPlan, 'choices' | 'choicesNote'> {
  const choices = points.flatMap((point) => {
    if (point.purpose === null || point.channel === null) return [];
    const { title, text } = consentTextOf(type, point);
    const label = CHANNEL_NAMES[point.channel].it;
    const onPaper = point.field.startsWith(addedPairsOf(context.sessionId)) ? {} : { onPaper: true as const };
    return [{ id: point.field, group: title, text, label, ...onPaper }];
  });
  if (choices.length === 0) return {};
  const controller = isPrivacyType(type) && controllerOf(type, '') === NATIONAL_CONTROLLER;
  const versions = points.flatMap(({ text_version: version }) => (version === null ? [] : [{ version }]));
  return {
    choices,
    choicesNote: `Titolare: ${controller ? 'società nazionale' : context.controllerName}. Versione dei testi: ${versionsOf(versions)}.`,
  };
}

/** Adds the given answers to the points; the caller has checked that none is missing. */
export function answeredPoints(points: readonly SignaturePoint[], inputs: readonly PointInput[]): SignaturePoint[] {
  return points.map((point) => {
    const answer = inputs.find((input) => typeof input !== 'string' && input.id === publicPointId(point));
    return typeof answer === 'object' && !isSignature(point) ? { ...point, choice: answer.choice ?? null } : point;
  });
}

type ChoiceEvent = { type: 'consent.choice'; detail: EvidenceDetails['consent.choice'] };

export function choiceEvents(sessionId: number, points: readonly SignaturePoint[]): ChoiceEvent[] {
  return points.flatMap((point): ChoiceEvent[] => {
    const { field, purpose, channel, choice, text_version: textVersion, text_sha256: textSha256 } = point;
    if (!purpose || !channel || !choice || !textVersion || !textSha256) return [];
    return [
      { type: 'consent.choice', detail: { sessionId, field, purpose, channel, choice, textVersion, textSha256 } },
    ];
  });
}

/** Answers by the names of the checkbox pairs in the file. @throws when a confirmed consent has no answer: a defect. */
export function answersOf(points: readonly SignaturePoint[]): Map<string, ChoiceAnswer> {
  const consents = points.filter((point) => !isSignature(point));
  return new Map(
    consents.map(({ id, field, choice }) => {
      if (choice === null) throw new Error(`Point ${id} was confirmed without an answer`);
      return [field, choice === 'GRANTED' ? 'yes' : 'no'];
    }),
  );
}

/** The contents of a document's signed form, for the controller's system. */
export function signedForm(
  context: Pick<SigningContext, 'session' | 'points' | 'parties'>,
  { entry, type, dossierId }: Paper,
  signedDocumentId: number,
): SignedForm {
  const { session, parties } = context;
  const answers = context.points.flatMap((point): AnsweredConsent[] => {
    const { purpose, channel, choice, text_version: textVersion, text_sha256: textSha256 } = point;
    if (point.document_id !== entry.document_id || !purpose || !channel || !choice) return [];
    const givenDate = point.confirmed_date;
    if (!textVersion || !textSha256 || !givenDate) throw new Error(`Point ${point.id} was not confirmed`);
    return [{ purpose, channel, choice, textVersion, textSha256, givenDate }];
  });
  return {
    sessionId: session.id,
    documentId: entry.document_id,
    signedDocumentId,
    dossierId,
    hst: parties.hst,
    controller: isPrivacyType(type) ? controllerOf(type, parties.legalEntity) : parties.legalEntity,
    operator: session.started_by,
    answers,
  };
}
