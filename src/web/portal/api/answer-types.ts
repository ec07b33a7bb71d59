/** Short names for the contract's answers. */
import type { getAdherence } from '#contract/calls/adherences.ts';
import type { getConsents } from '#contract/calls/consents.ts';
import type { getDocument } from '#contract/calls/documents.ts';
import type { getDossier } from '#contract/calls/dossiers.ts';
import type { readEvents, readValidation } from '#contract/calls/evidence.ts';
import type { getFolder } from '#contract/calls/folders.ts';
import type { getAccount } from '#contract/calls/identity.ts';
import type { checkContacts, readSigning } from '#contract/calls/signing.ts';
import type { AnswerOf, RowOf } from '#contract/definition/call-types.ts';

export type Account = AnswerOf<typeof getAccount>;
export type DossierRow = AnswerOf<typeof getDossier>;
export type FolderRow = AnswerOf<typeof getFolder>;
export type DocumentRow = AnswerOf<typeof getDocument>;
export type Consents = AnswerOf<typeof getConsents>;
export type AdherenceState = AnswerOf<typeof getAdherence>;

export type SigningState = AnswerOf<typeof readSigning>;
export type SignerRow = SigningState['signers'][number];
export type MessageRow = SigningState['messages'][number];
export type PartlySignedRow = SigningState['partlySigned'][number];

/** A telephone or address that needs a second person's confirmation, or cannot be used for a signature. */
export type ContactCheckRow = RowOf<typeof checkContacts>;
export type EventRow = RowOf<typeof readEvents>;
export type Validation = AnswerOf<typeof readValidation>;
export type ValidatedSignature = Validation['signatures'][number];
