/** Explains who signs, and what happens to the document after its creation. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { staffRolesOf } from '#domain/signing/staff-signers.ts';
import { type DocumentValues, fieldsBody } from '../../entities/documents/fields/document-values.ts';
import { Note } from '../../ui/card.tsx';
import type { CustomerChoice } from './wizard-draft.ts';

/** The customers first, then the dealer's signers. */
function signersOf(t: TFunction, document: DocumentValues, rules: ConfiguredDocumentType): string {
  const { variableFields } = fieldsBody(document, rules);
  const staff = staffRolesOf(variableFields ?? {}, rules).map((role) => t(`label.signerRole.${role}`));
  const first = t('label.signerRole.customer');
  return staff.length === 0 ? first : t('wizard.after.signersThen', { first, others: staff.join(', ') });
}

export function AfterNote(props: {
  document: DocumentValues;
  rules: ConfiguredDocumentType;
  customer: CustomerChoice;
  /** Whether the same action can start the signature. */
  starts: boolean;
}) {
  const { t } = useTranslation();
  const { document, rules, customer } = props;
  if (!document.signable) return <Note tone="info">{t('wizard.after.noSign')}</Note>;
  const email = customer.kind === 'existing' ? customer.dossier.email : customer.values.email;
  return (
    <Note tone="info" title={t('wizard.after.signers', { signers: signersOf(t, document, rules) })}>
      {props.starts ? t('wizard.after.start', { email }) : t('wizard.after.later')}
    </Note>
  );
}
