/** The verdicts as tests compare them: the file is as signed, is not, or that cannot be determined. */
import type { Verdict } from '#formats/verify/verdict.ts';

/** Whether the document is the one that was signed, by any signer; null if nothing was signed or nothing is readable. */
export const CERTAINTY: Readonly<Record<Verdict, 'intact' | 'undetermined' | 'altered' | null>> = {
  valid: 'intact',
  foreign: 'intact',
  undecided: 'intact',
  failed: 'intact',
  extended: 'undetermined',
  unknownForm: 'undetermined',
  envelope: 'undetermined',
  encrypted: 'undetermined',
  altered: 'altered',
  damaged: 'altered',
  unsigned: null,
  unreadable: null,
};
