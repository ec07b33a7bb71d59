/** Where link and code of one signer go from now on; what was sent before stops working (P-7, D-43). */
import '../../../shared/no-eval.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { correctSignerContact } from '#contract/calls/signing.ts';
import { contactSchema } from '#domain/signing/contact.ts';
import { issuesOf } from '#domain/validation.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { signingQuery } from '../../api/signing-queries.ts';
import { paths } from '../../paths.ts';
import { completePhone } from '../../text/phone.ts';
import { ActDialog } from '../../ui/act/act-dialog.tsx';
import { useAct } from '../../ui/act/use-act.ts';
import { Note } from '../../ui/card.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { DraftOffer } from '../../ui/form/draft-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import classes from '../../ui/form/form.module.css';
import { useFormDraft } from '../../ui/form/use-form-draft.ts';
import { TextInput } from '../../ui/forms.ts';
import type { ContactDialogProps } from './contact-dialog.tsx';

interface Values extends Record<string, unknown> {
  mobilePhone: string;
  email: string;
}

const contactOf = ({ mobilePhone, email }: Values) => ({
  mobilePhone: completePhone(mobilePhone),
  email: email.trim(),
});

const isSame = (typed: ReturnType<typeof contactOf>, stored: Pick<Values, 'mobilePhone' | 'email'>): boolean =>
  typed.mobilePhone.replaceAll(' ', '') === stored.mobilePhone && typed.email === stored.email;

export function ContactForm(props: ContactDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { documentId, signer, onClose } = props;
  const bodyOf = (values: Values) => ({ signerId: signer.id, ...contactOf(values) });
  const draft = useFormDraft<Values>(`contact.${documentId}.${signer.id}`);
  const form = useEntityForm<Values>({
    initialValues: { mobilePhone: signer.contact.mobilePhone.replace(/^\+\d{2}/, '$& '), email: signer.contact.email },
    onValuesChange: draft.keep,
    issues: (values) => issuesOf('document', contactSchema, bodyOf(values)),
  });
  const work = useAct({
    words: () => ({
      doing: t('document.contact.doing'),
      done: t('document.contact.done'),
      failed: t('document.contact.failed'),
    }),
    detail: () => t('document.contact.doneDetail'),
    send: (values: Values) => ask(correctSignerContact, { path: { id: documentId }, body: bodyOf(values) }),
    onDone: (state) => {
      client.setQueryData(signingQuery(documentId).queryKey, state);
      draft.forget();
      onClose();
    },
    onFailed: form.refuse,
    // Somebody may have signed meanwhile, or the signature has ended: the page behind shows it.
    call: correctSignerContact,
    path: () => ({ id: documentId }),
  });
  const unchanged = isSame(bodyOf(form.values), signer.contact);
  return (
    <ActDialog
      title={t('document.contact.title', { name: signer.name })}
      width={620}
      action={t('document.contact.confirm')}
      reason={unchanged ? t('document.contact.unchanged') : null}
      act={work}
      draft={draft}
      failure={work.isError ? <Refused failure={work.error} /> : null}
      onSubmit={form.submit((values) => work.mutate(values))}
      onClose={onClose}
    >
      <p>{t('document.contact.told')}</p>
      <DraftOffer draft={draft} onResume={form.setValues} />
      <div className={classes.grid}>
        <TextInput
          type="tel"
          label={t('label.field.mobilePhone')}
          description={t('document.contact.phoneHint')}
          required
          autoComplete="on"
          {...form.getInputProps('mobilePhone')}
        />
        <TextInput
          type="email"
          label={t('label.field.email')}
          description={t('document.contact.emailHint')}
          required
          autoComplete="on"
          {...form.getInputProps('email')}
        />
      </div>
      <p>
        {t('document.contact.customer')}{' '}
        <Link to={paths.dossier(props.dossierId)}>{t('document.contact.openCustomer')}</Link>
      </p>
    </ActDialog>
  );
}

/** A contact that may not serve is no failure of the portal: the refusal itself comes first. */
function Refused({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  if (!(failure instanceof ApiFailure && failure.status === 409)) return <FailureNote failure={failure} />;
  const { title, lines } = wordFailure(t, failure);
  return <Note tone="bad" title={lines[0] ?? title} />;
}
