/**
 * A phone that scanned the code is waiting: the number to compare, the phone's description and, with several customers,
 * the choice of the signer.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SigningState } from '../../../api/answer-types.ts';
import { Choices } from '../../../connected/form/choices.tsx';
import { browserName } from '../../../text/browser-name.ts';
import { formatTime } from '../../../text/dates.ts';
import { type Fact, Facts, Note } from '../../../ui/card.tsx';
import { MatchNumber } from '../../../ui/match-number.tsx';
import classes from './qr-dialog.module.css';
import type { useQrMutations, WaitingPhone } from './use-qr-mutations.ts';

export type NextSigner = SigningState['signers'][number];

/** Customers who have not signed yet, in order; none before the signature has started. */
export const remainingCustomers = (signing: SigningState | undefined): readonly NextSigner[] =>
  (signing?.signers ?? []).filter(({ role, turn }) => role === 'customer' && turn);

export function QrPhone(props: {
  phone: WaitingPhone;
  signers: readonly NextSigner[];
  chosen: number | null;
  onChoose: (signerId: number) => void;
  /** The document and its signer. */
  about: readonly Fact[];
}) {
  const { t } = useTranslation();
  const { phone, signers, chosen } = props;
  return (
    <div className={classes.columns}>
      <p role="status" className={classes.wide}>
        <strong>{t('qrDialog.asks')}</strong>
      </p>
      <MatchNumber caption={t('qrDialog.number')} number={phone.number} hint={t('qrDialog.compare')} />
      <div className={classes.side}>
        <Facts
          facts={[
            ...props.about,
            { label: t('qrDialog.browser'), value: browserName(phone.userAgent) ?? t('missing') },
            { label: t('qrDialog.asked'), value: formatTime(phone.askedDate) },
            { label: t('qrDialog.until'), value: formatTime(phone.expiresAt) },
          ]}
        />
      </div>
      {phone.contended || signers.length > 1 ? (
        <div className={classes.wide}>
          {phone.contended ? <Note tone="waiting">{t('qrDialog.contended')}</Note> : null}
          {signers.length > 1 ? (
            <Choices
              kind="one"
              label={t('qrDialog.whose')}
              path="signer"
              choices={signers.map(({ id, name }) => ({ value: String(id), label: name }))}
              chosen={[String(chosen ?? signers[0]?.id)]}
              onChange={([id]) => props.onChoose(Number(id))}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Confirms or refuses the phone, once there was time to compare its number. */
export function PhoneAnswer(props: {
  work: ReturnType<typeof useQrMutations>;
  phone: WaitingPhone;
  signerId: number | null;
}) {
  const { t } = useTranslation();
  const { work, phone, signerId } = props;
  const compared = useReadTimePassed(phone.id);
  return (
    <>
      <Button
        variant="default"
        disabled={work.isPending || !compared}
        onClick={() => work.mutate({ word: 'refuse', phone })}
      >
        {t('qrDialog.refuse')}
      </Button>
      <Button
        loading={work.isPending}
        disabled={!compared}
        onClick={() => work.mutate({ word: 'confirm', phone, signerId })}
      >
        {t('qrDialog.confirm')}
      </Button>
    </>
  );
}

/** The shortest time in which a person can compare two numbers. */
const READ_MS = 1_000;

/** False while a number is too new to have been read: the click was meant for the previous one. */
function useReadTimePassed(requestId: number): boolean {
  const [read, setRead] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRead(requestId), READ_MS);
    return () => clearTimeout(timer);
  }, [requestId]);
  return read === requestId;
}
