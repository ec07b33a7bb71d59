/** The steps of a staff signature, each open when the previous one is done: read, confirm the identity, confirm every signature field. */
import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconLogin2, IconSignature } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveOwnSignature, proveOwnIdentity } from '#contract/calls/signing.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure, missingAnswerOf } from '../../api/failure.ts';
import { refetchStale } from '../../api/live/live-refresh.ts';
import { type OwnSignature, ownSignatureQuery } from '../../api/queries/own-signature.ts';
import { shownHashes } from '../../api/queries/shown-hashes.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { FailureNote } from '../../connected/failure-note.tsx';
import { focusFirstError } from '../../connected/form/form-messages.tsx';
import { formatTime } from '../../text/dates.ts';
import { Note } from '../../ui/card.tsx';
import { Checkbox, TextInput } from '../../ui/inputs/control-styles.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import classes from './own-signature.module.css';

export interface StepsProps {
  id: number;
  /** Name of the document. */
  name: string;
  signature: OwnSignature;
  /** A document was read that this tab has no record of. */
  forgotten: boolean;
}

export function Steps(props: StepsProps) {
  const { t } = useTranslation();
  const { id, name, signature } = props;
  const [declining, setDeclining] = useState(false);
  const { documents } = signature;
  const done = documents.filter((ownDocument) => ownDocument.read).length;
  const read = done === documents.length;
  const several = documents.length > 1;
  const { confirmedUntil } = signature.identity;
  const may = read && signature.turn;
  return (
    <>
      <ol className="stack">
        <Step number={1} done={read} title={t(several ? 'ownSignature.readMany' : 'ownSignature.read')}>
          {read ? (
            <span>{t(several ? 'ownSignature.readManyDone' : 'ownSignature.readDone')}</span>
          ) : several ? (
            <span>
              {t(props.forgotten ? 'ownSignature.readManyAgain' : 'ownSignature.readManyLeft', {
                done,
                number: documents.length,
              })}
            </span>
          ) : null}
        </Step>
        <Step number={2} done={confirmedUntil !== null} title={t('ownSignature.identity')}>
          {confirmedUntil !== null ? (
            <span>{t('ownSignature.confirmed', { time: formatTime(confirmedUntil) })}</span>
          ) : may ? (
            <Identity ids={[id]} method={signature.identity.method} />
          ) : null}
        </Step>
        <Step number={3} done={false} title={t('ownSignature.points')}>
          {may && confirmedUntil !== null ? <Points id={id} signature={signature} /> : null}
        </Step>
      </ol>
      <Button
        variant="default"
        className={classes.back}
        leftSection={<IconBan size={16} stroke={1.8} />}
        onClick={() => setDeclining(true)}
      >
        {t('ownSignature.decline')}
      </Button>
      {declining ? <DeclineDialog id={id} name={name} several={several} onClose={() => setDeclining(false)} /> : null}
    </>
  );
}

export function Step(props: { number: number; done: boolean; title: string; children?: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.number} data-done={props.done || undefined}>
        {props.done ? <IconCheck size={14} stroke={2.4} aria-hidden="true" /> : props.number}
      </span>
      <h3 className={classes.stepTitle}>{props.title}</h3>
      <div className={classes.stepBody}>{props.children}</div>
    </li>
  );
}

const RETURN_ERRORS = ['other', 'stale', 'refused', 'silent'] as const;

/** The error that the identity provider returned in the address. */
function returnedError(): (typeof RETURN_ERRORS)[number] | undefined {
  const parameter = new URLSearchParams(window.location.search).get('identity');
  return RETURN_ERRORS.find((code) => code === parameter);
}

type Method = OwnSignature['identity']['method'];

/** @param ids the documents to sign; one sign-in covers them all. */
function useIdentityProof(ids: readonly [number, ...number[]], method: Method) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  // Keep the typed password when the server did not check it.
  const clearCheckedPassword = (failure: unknown) => {
    if (missingAnswerOf(failure) === null) setPassword('');
  };
  const reloadEach = (which: readonly number[]) => {
    for (const id of which) refetchStale(client, { queryKey: ownSignatureQuery(id).queryKey });
  };
  const prove = useAct({
    send: () => {
      const [id, ...otherIds] = ids;
      const alsoFor = otherIds.length > 0 && { alsoFor: otherIds };
      return ask(proveOwnIdentity, { path: { id }, body: { ...(method === 'PASSWORD' && { password }), ...alsoFor } });
    },
    onDone: ({ url, signature }) => {
      clearCheckedPassword(null);
      const [id, ...otherIds] = ids;
      if (url !== null) return window.location.assign(url);
      client.setQueryData(ownSignatureQuery(id).queryKey, signature);
      reloadEach(otherIds);
    },
    onFailed: (failure) => {
      clearCheckedPassword(failure);
      // One document that can no longer be signed fails all of them: reload each so that the page shows which.
      if (ids.length > 1) reloadEach(ids);
    },
  });
  return { prove, password, setPassword, missing: method === 'PASSWORD' && password === '' };
}

export function Identity(props: { ids: readonly [number, ...number[]]; method: Method }) {
  const { t } = useTranslation();
  const { method } = props;
  const { prove, password, setPassword, missing } = useIdentityProof(props.ids, method);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(missing);
    if (!missing) return prove.mutate();
    // Clear the previous error: it does not apply to the empty field.
    prove.reset();
    focusFirstError({ password: missing });
  };
  const returned = returnedError();
  const refusal = prove.error instanceof ApiFailure ? prove.error.body : null;
  const wrong = refusal?.code === 'signing.identityWrong';
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>{t(method === 'PASSWORD' ? 'ownSignature.identityPassword' : 'ownSignature.identityProvider')}</p>
      {method === 'PASSWORD' ? (
        <TextInput
          type="password"
          name="password"
          data-path="password"
          autoComplete="current-password"
          label={t('label.field.password')}
          error={
            wrong
              ? refusal.detail
              : tried && missing
                ? t('validation.required', { field: t('label.field.password') })
                : undefined
          }
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      ) : null}
      {prove.isError && !wrong ? (
        <FailureNote failure={prove.error} undone={t('ownSignature.identityFailed')} />
      ) : returned && prove.isIdle ? (
        <Note tone="bad">{t(`ownSignature.${returned}`)}</Note>
      ) : null}
      <Button
        type="submit"
        variant="default"
        leftSection={<IconLogin2 size={16} stroke={1.8} />}
        loading={prove.isPending || prove.data?.url != null}
      >
        {t(method === 'PASSWORD' ? 'ownSignature.confirmIdentity' : 'errorPages.signIn')}
      </Button>
    </form>
  );
}

/** Each signature field separately, none ticked in advance. */
function Points(props: { id: number; signature: OwnSignature }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, signature } = props;
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const several = signature.documents.length > 1;
  const pageOf = ({ documentId, page }: OwnSignature['points'][number]): string => {
    const label = signature.documents.find((ownDocument) => ownDocument.id === documentId)?.label ?? '';
    if (!several) return t('ownSignature.pointPage', { page });
    return t('ownSignature.pointOf', {
      document: t('ownSignature.document', { document: label, id: documentId }),
      page,
    });
  };
  const missing = signature.points.filter((point) => !confirmed.includes(point.id));
  // Documents signed together may have fields with the same label.
  const nameOf = (point: OwnSignature['points'][number]) =>
    several ? `${point.label} (${pageOf(point)})` : point.label;
  const sign = useAct({
    words: () => ({
      doing: t('ownSignature.signing'),
      done: t(several ? 'ownSignature.signedManyToast' : 'ownSignature.signedToast'),
      failed: t('ownSignature.signFailed'),
    }),
    send: () => {
      // An earlier start of the same document showed other bytes.
      const shown = shownHashes(id).filter((hash) => signature.documents.some((document) => document.sha256 === hash));
      return ask(giveOwnSignature, { path: { id }, body: { points: [...confirmed], shown } });
    },
    cacheKey: ownSignatureQuery(id).queryKey,
    // The signature may have been cancelled, or the proof of identity may have expired: reload the state.
    onFailed: () => refetchStale(client, { queryKey: ownSignatureQuery(id).queryKey }),
    call: giveOwnSignature,
  });
  return (
    <>
      {signature.points.map((point) => (
        <Checkbox
          key={point.id}
          label={point.label}
          description={pageOf(point)}
          checked={confirmed.includes(point.id)}
          disabled={sign.isPending}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            setConfirmed((before) => (checked ? [...before, point.id] : before.filter((other) => other !== point.id)));
          }}
        />
      ))}
      {sign.isError ? <FailureNote failure={sign.error} /> : null}
      <div className={classes.acts}>
        <ReasonButton
          leftSection={<IconSignature size={16} stroke={1.8} />}
          reason={
            missing.length === 0 ? null : t('ownSignature.confirmFirst', { points: missing.map(nameOf).join(', ') })
          }
          loading={sign.isPending}
          onClick={() => sign.mutate()}
        >
          {t('ownSignature.sign')}
        </ReasonButton>
      </div>
    </>
  );
}
