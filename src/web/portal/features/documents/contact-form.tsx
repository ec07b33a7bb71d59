/** Where link and code of one signer go from now on; what was sent before stops working (P-7, D-43). */
import { confirmContact, correctSignerContact } from '#contract/calls/signing.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { contactSchema } from '#domain/signing/contact.ts';
import { fieldIssues } from '#domain/validation.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { refresh } from '../../api/keys.ts';
import { signingQuery } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { completePhone } from '../../text/phone.ts';
import { Note } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import form from '../../ui/form/form.module.css';
import { useKept } from '../../ui/form/kept.ts';
import { KeptOffer } from '../../ui/form/kept-note.tsx';
import { TextInput } from '../../ui/forms.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import type { ContactDialogProps } from './contact-dialog.tsx';

interface Values extends Record<string, unknown> {
  mobilePhone: string;
  email: string;
}

export function ContactForm(props: ContactDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { documentId, signer, onClose } = props;
  const bodyOf = ({ mobilePhone, email }: Values) => ({
    signerId: signer.id,
    mobilePhone: completePhone(mobilePhone),
    email: email.trim(),
  });
  const kept = useKept<Values>(`contact.${documentId}.${signer.id}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const work = useMutation({
    mutationFn: async (values: Values) => {
      const toast = toastProgress(t('document.contact.doing'));
      try {
        const state = await ask(correctSignerContact, {
          path: { id: documentId },
          body: bodyOf(values),
        });
        toast.done(t('document.contact.done'), t('document.contact.doneDetail'));
        return state;
      } catch (error) {
        toast.failed(t('document.contact.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (state) => {
      client.setQueryData(signingQuery(documentId).queryKey, state);
      leave();
    },
    onError: (failure) => {
      fields.refuse(failure);
      // Somebody has signed meanwhile, or the signature has ended: the page behind shows it.
      void refresh(client, confirmContact, { id: documentId });
    },
  });
  const fields = useEntityForm<Values>({
    initialValues: { mobilePhone: signer.contact.mobilePhone.replace(/^\+\d{2}/, '$& '), email: signer.contact.email },
    onValuesChange: kept.keep,
    issues: (values) => {
      const parsed = contactSchema.safeParse(bodyOf(values), { reportInput: true });
      return parsed.success ? [] : fieldIssues('document', parsed.error);
    },
  });
  const unchanged =
    bodyOf(fields.values).mobilePhone.replaceAll(' ', '') === signer.contact.mobilePhone &&
    bodyOf(fields.values).email === signer.contact.email;
  return (
    <Dialog
      opened
      title={t('document.contact.title', { name: signer.name })}
      width={620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={leave}>
            {t('form.cancel')}
          </Button>
          <ReasonButton
            type="submit"
            form={formId}
            reason={unchanged ? t('document.contact.unchanged') : null}
            loading={work.isPending}
          >
            {t('document.contact.confirm')}
          </ReasonButton>
        </>
      }
    >
      <form id={formId} noValidate className={form.stack} onSubmit={fields.submit((values) => work.mutate(values))}>
        <p>{t('document.contact.told')}</p>
        <KeptOffer kept={kept} onResume={fields.setValues} />
        <div className={form.grid}>
          <TextInput
            type="tel"
            label={t('label.field.mobilePhone')}
            description={t('document.contact.phoneHint')}
            required
            {...fields.getInputProps('mobilePhone')}
          />
          <TextInput
            type="email"
            label={t('label.field.email')}
            description={t('document.contact.emailHint')}
            required
            {...fields.getInputProps('email')}
          />
        </div>
        <p>
          {t('document.contact.customer')}{' '}
          <Link to={paths.dossier(props.dossierId)}>{t('document.contact.openCustomer')}</Link>
        </p>
        {work.isError ? <Refused failure={work.error} /> : null}
      </form>
    </Dialog>
  );
}

/** A contact that may not serve is no failure of the portal: the refusal itself comes first. */
function Refused({ failure }: { failure: Error }) {
  const { t } = useTranslation();
  if (!(failure instanceof ApiFailure && failure.status === 409)) return <FailureNote failure={failure} />;
  const { title, lines } = wordFailure(t, failure);
  return <Note tone="bad" title={lines[0] ?? title} />;
}
