/** Form to revoke the FEA adherence: when and how the customer requested it. */
import '../../../shared/no-eval.ts';
import { useTranslation } from 'react-i18next';
import { revokeAdherence } from '#contract/calls/adherences.ts';
import { startSign } from '#contract/calls/signing.ts';
import { REVOCATION_WAYS, revocationSchema } from '#domain/adherences/adherence.ts';
import type { WithdrawalWay } from '#domain/consents/consent.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import { issuesOf } from '#domain/validation.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { adherenceQuery } from '../../api/queries.ts';
import { ActForm } from '../../connected/act/act-form.tsx';
import { DateInput } from '../../connected/form/date-input.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { largestFile } from '../../entities/documents/fields/document-form.ts';
import { copyOf, copyProblems, PaperCopy } from '../../entities/documents/paper-copy.tsx';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { parsedDay, parseTypedDate } from '../../text/typed-dates.ts';
import { RequestFields } from './request-fields.tsx';

interface Values extends Record<string, unknown> {
  date: string;
  via: string;
  requestedBy: string;
  reason: string;
  file: File | null;
}

/** Raw input: the schema rejects it before it is sent. */
const bodyOf = (values: Values) => ({
  date: parsedDay(values.date, 'past'),
  via: values.via as WithdrawalWay,
  requestedBy: values.requestedBy || null,
  reason: values.reason || null,
});

export function RevokeForm(props: {
  dossier: DossierRow;
  /** For an adherence signed before the dossier's codice fiscale changed. */
  adherenceId?: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dossier, adherenceId } = props;
  const today = toIsoDate(new Date());
  const name = adherenceId === undefined ? personName(dossier) : t('adherence.revoke.earlier');
  return (
    <ActForm
      title={t('adherence.revoke.question')}
      text={t('adherence.revoke.told', { name })}
      action={t('adherence.revoke.confirm')}
      danger
      draft={`revoke.${dossier.id}`}
      // A file cannot be kept in a draft.
      keepable={({ file: _, ...typed }) => typed}
      initialValues={{ date: formatDate(today), via: '', requestedBy: '', reason: '', file: null }}
      fieldOf={(field) => (field.startsWith('request.') ? 'file' : field)}
      issues={(values: Values) =>
        issuesOf('adherence', revocationSchema, bodyOf(values)).filter(({ field }) => field !== 'via')
      }
      problems={(values) => ({
        ...(values.via === '' ? { via: t('adherence.revoke.viaMissing') } : {}),
        ...copyProblems(t, values.file),
        ...((parseTypedDate(values.date, 'past') ?? '') > today ? { date: t('adherence.revoke.future') } : {}),
      })}
      words="adherence.revoke"
      send={async (values) => {
        const { file } = values;
        const request = file === null ? {} : { request: await copyOf(file, t('documentFields.error.read')) };
        const body = { ...bodyOf(values), ...request, adherenceId };
        return ask(revokeAdherence, { path: { id: dossier.id }, body });
      }}
      cacheKey={adherenceQuery(dossier.id).queryKey}
      // Signatures that depended on the adherence have ended.
      call={startSign}
      onClose={props.onClose}
    >
      {(form) => <Fields form={form} />}
    </ActForm>
  );
}

function Fields({ form }: { form: EntityForm<Values> }) {
  const { t } = useTranslation();
  return (
    <>
      <DateInput label={t('adherence.revoke.date')} century="past" required {...form.getInputProps('date')} />
      <RequestFields
        form={form}
        label={t('adherence.revoke.via')}
        ways={REVOCATION_WAYS}
        requestedBy={t('adherence.revoke.requestedBy')}
        rest="reason"
        restLabel={t('label.field.reason')}
      />
      <PaperCopy
        label={t('adherence.revoke.request')}
        hint={t('adherence.revoke.requestHint', { max: largestFile() })}
        form={form}
        onFile={(file) => form.setFieldValue('file', file)}
      />
    </>
  );
}
