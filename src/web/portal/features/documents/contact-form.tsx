/** Corrects the contact to which one signer's link and code are sent; the earlier link and code stop working. */
import '../../../shared/no-eval.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { correctSignerContact } from '#contract/calls/signing.ts';
import { contactSchema } from '#domain/signing/contact/contact.ts';
import { issuesOf } from '#domain/validation.ts';
import type { SignerRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { ActForm } from '../../connected/act/act-form.tsx';
import { describeFailure, FailureNote } from '../../connected/failure-note.tsx';
import classes from '../../connected/form/form.module.css';
import { SuggestedInput } from '../../entities/customers/suggest/suggested-input.tsx';
import { paths } from '../../paths.ts';
import { completePhone } from '../../text/phone-number.ts';
import { Note } from '../../ui/card.tsx';

interface Values extends Record<string, unknown> {
  mobilePhone: string;
  email: string;
}

const FIELDS = [
  ['mobilePhone', 'tel', 'phoneHint'],
  ['email', 'email', 'emailHint'],
] as const;

const contactOf = ({ mobilePhone, email }: Values) => ({
  mobilePhone: completePhone(mobilePhone),
  email: email.trim(),
});

const isSame = (typed: ReturnType<typeof contactOf>, stored: Pick<Values, 'mobilePhone' | 'email'>): boolean =>
  typed.mobilePhone.replaceAll(' ', '') === stored.mobilePhone && typed.email === stored.email;

export function ContactForm(props: {
  documentId: number;
  dossierId: number;
  signer: SignerRow & { contact: NonNullable<SignerRow['contact']> };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { documentId, signer } = props;
  const bodyOf = (values: Values) => ({ signerId: signer.id, ...contactOf(values) });
  return (
    <ActForm
      title={t('document.contact.title', { name: signer.name })}
      text={t('document.contact.told')}
      action={t('document.contact.confirm')}
      draft={`contact.${documentId}.${signer.id}`}
      initialValues={{
        mobilePhone: signer.contact.mobilePhone.replace(/^\+\d{2}/, '$& '),
        email: signer.contact.email,
      }}
      issues={(values: Values) => issuesOf('document', contactSchema, bodyOf(values))}
      reason={(values) => (isSame(bodyOf(values), signer.contact) ? t('document.contact.unchanged') : null)}
      words="document.contact"
      detail={() => t('document.contact.doneDetail')}
      send={(values) => ask(correctSignerContact, { path: { id: documentId }, body: bodyOf(values) })}
      cacheKey={signingQuery(documentId).queryKey}
      // A signer may have signed since, or the signature may have ended: refresh the page behind the dialog.
      call={correctSignerContact}
      path={() => ({ id: documentId })}
      failure={(failure) => <Refused failure={failure} />}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <div className={classes.grid}>
            {FIELDS.map(([field, type, hint]) => (
              <SuggestedInput
                key={field}
                suggest={(typed, { correctedEmail }) => (field === 'email' ? correctedEmail(typed) : null)}
                type={type}
                label={t(`label.field.${field}`)}
                description={t(`document.contact.${hint}`)}
                required
                autoComplete="on"
                {...form.getInputProps(field)}
              />
            ))}
          </div>
          <p>
            {t('document.contact.customer')}{' '}
            <Link to={paths.dossier(props.dossierId)}>{t('document.contact.openCustomer')}</Link>
          </p>
        </>
      )}
    </ActForm>
  );
}

/** An unusable contact is not a portal failure: show the refusal first. */
function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  if (!(failure instanceof ApiFailure && failure.status === 409)) return <FailureNote failure={failure} />;
  const { title, lines } = describeFailure(t, failure);
  return <Note tone="bad" title={lines[0] ?? title} />;
}
