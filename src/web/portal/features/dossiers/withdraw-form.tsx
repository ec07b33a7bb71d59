/**
 * Form for a withdrawal or an objection: controller, purpose, channels, and how the customer requested it; preselects a
 * value only when it is the single choice.
 */
import '../../../shared/no-eval.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { withdrawConsents } from '#contract/calls/consents.ts';
import type { BodyOf } from '#contract/definition/call-types.ts';
import {
  CHANNEL_NAMES,
  type ConsentChannel,
  type ConsentPurpose,
  PURPOSE_NAMES,
  WITHDRAWAL_WAYS,
} from '#domain/consents/consent.ts';
import { withdrawalSchema } from '#domain/consents/withdrawal.ts';
import { issuesOf } from '#domain/validation.ts';
import { ask } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import { ActForm } from '../../connected/act/act-form.tsx';
import { Choices } from '../../connected/form/choices.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { uiLanguage } from '../../text/language.ts';
import { RequestFields } from './request-fields.tsx';

/** The subject of the request; empty until chosen. */
interface RequestSubject {
  controller: string;
  purpose: string;
  channels: string[];
}

/** A withdrawal of a granted consent, or an objection to processing for which consent may never have been requested. */
type Kind = 'withdrawal' | 'objection';

/** One purpose of a controller, and its channels that can still be denied. */
export interface WithdrawableConsent {
  /** Code of the controller. */
  controller: string;
  name: string;
  purpose: ConsentPurpose;
  channels: readonly ConsentChannel[];
}

interface Values extends RequestSubject, Record<string, unknown> {
  via: string;
  requestedBy: string;
  note: string;
}

/** Their errors use the form's own words. */
const CHOICE_FIELDS: readonly string[] = ['controller', 'purpose', 'channels', 'via'];

const only = <T,>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** Narrows the remaining choices after a selection; a single remaining choice is selected automatically. */
function narrowChoices(offered: readonly WithdrawableConsent[], chosen: Partial<RequestSubject>): RequestSubject {
  const controller = chosen.controller ?? only([...new Set(offered.map((consent) => consent.controller))]) ?? '';
  const purposes = offered.filter((consent) => consent.controller === controller);
  const purpose = chosen.purpose ?? only(purposes)?.purpose ?? '';
  const channels = purposes.find((consent) => consent.purpose === purpose)?.channels ?? [];
  return { controller, purpose, channels: channels.length === 1 ? [...channels] : [] };
}

/** Raw input: the schema rejects it before it is sent. */
const bodyOf = ({ requestedBy, note, ...chosen }: Values) =>
  ({ ...chosen, requestedBy: requestedBy || null, note: note || null }) as BodyOf<typeof withdrawConsents>;

function missingChoices(t: TFunction, { controller, purpose, channels, via }: Values, kind: Kind) {
  return {
    ...(controller === '' ? { controller: t('consents.dialog.controllerMissing') } : {}),
    ...(controller !== '' && purpose === '' ? { purpose: t('consents.dialog.purposeMissing') } : {}),
    ...(purpose !== '' && channels.length === 0 ? { channels: t('consents.dialog.channelsMissing') } : {}),
    ...(via === '' ? { via: t(`consents.${kind}.viaMissing`) } : {}),
  };
}

export function WithdrawForm(props: {
  dossierId: number;
  kind: Kind;
  /** The choices; a single one is preselected. */
  offered: readonly WithdrawableConsent[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { dossierId, kind, offered } = props;
  const [first] = offered;
  // A withdrawal is about one purpose; in an objection the user chooses among them.
  const about = kind === 'withdrawal' ? offered.map(({ controller, purpose }) => `.${controller}.${purpose}`) : [];
  return (
    <ActForm
      title={t(`consents.${kind}.question`)}
      text={
        kind === 'withdrawal' && first
          ? t('consents.withdrawal.told', {
              purpose: PURPOSE_NAMES[first.purpose][uiLanguage()],
              controller: first.name,
            })
          : t('consents.objection.told')
      }
      action={t(`consents.${kind}.confirm`)}
      danger={kind === 'withdrawal'}
      draft={`${kind}.${dossierId}${about.join('')}`}
      initialValues={{ ...narrowChoices(offered, {}), via: '', requestedBy: '', note: '' }}
      issues={(values: Values) =>
        issuesOf('withdrawal', withdrawalSchema, bodyOf(values)).filter(({ field }) => !CHOICE_FIELDS.includes(field))
      }
      problems={(values) => missingChoices(t, values, kind)}
      words={`consents.${kind}`}
      send={(values) => ask(withdrawConsents, { path: { id: dossierId }, body: bodyOf(values) })}
      cacheKey={consentsQuery(dossierId).queryKey}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <RequiredHint />
          <SubjectFields form={form} kind={kind} offered={offered} />
          <RequestFields
            form={form}
            label={t(`consents.${kind}.via`)}
            ways={WITHDRAWAL_WAYS}
            requestedBy={t(`consents.${kind}.requestedBy`)}
            rest="note"
            restLabel={t('consents.dialog.note')}
          />
        </>
      )}
    </ActForm>
  );
}

/** Controller, purpose and channels; a field with a single choice is hidden. */
function SubjectFields(props: { form: EntityForm<Values>; kind: Kind; offered: readonly WithdrawableConsent[] }) {
  const { t } = useTranslation();
  const { form, kind, offered } = props;
  const { values } = form;
  const controllers = [...new Map(offered.map(({ controller, name }) => [controller, name]))];
  const purposes = offered.filter(({ controller }) => controller === values.controller);
  const channels = purposes.find(({ purpose }) => purpose === values.purpose)?.channels ?? [];
  const choose = (chosen: Partial<RequestSubject>) => form.setValues({ ...narrowChoices(offered, chosen) });
  return (
    <>
      {kind === 'objection' ? (
        <Choices
          kind="one"
          path="controller"
          required
          label={t('consents.objection.controller')}
          error={form.errors.controller}
          choices={controllers.map(([value, label]) => ({ value, label }))}
          chosen={[values.controller]}
          onChange={([controller]) => choose(controller === undefined ? {} : { controller })}
        />
      ) : null}
      {kind === 'objection' && values.controller !== '' ? (
        <Choices
          kind="one"
          path="purpose"
          required
          label={t('consents.objection.purpose')}
          error={form.errors.purpose}
          choices={purposes.map(({ purpose }) => ({ value: purpose, label: PURPOSE_NAMES[purpose][uiLanguage()] }))}
          chosen={[values.purpose]}
          onChange={([purpose = '']) => choose({ controller: values.controller, purpose })}
        />
      ) : null}
      {channels.length > 0 && !channels.includes('ALL') ? (
        <Choices
          kind="many"
          path="channels"
          required
          label={t(`consents.${kind}.which`)}
          error={form.errors.channels}
          choices={channels.map((channel) => ({ value: channel, label: CHANNEL_NAMES[channel][uiLanguage()] }))}
          chosen={values.channels}
          onChange={(chosen) => form.setFieldValue('channels', chosen)}
        />
      ) : null}
    </>
  );
}
