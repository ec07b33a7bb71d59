/**
 * Signing on the customer's phone: the QR code, the document, the signer and the code's validity; closes itself when
 * the document's status changes.
 */
import { Button } from '@mantine/core';
import { IconCopy, IconDeviceTablet, IconSignature } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSign } from '#contract/calls/signing.ts';
import { type DocumentStatus, isStarting } from '#domain/documents/document-states.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow, DossierRow } from '../../../api/answer-types.ts';
import { pollIntervalMs } from '../../../api/live/live.ts';
import { signingQuery } from '../../../api/queries/signing.ts';
import { documentQuery } from '../../../api/queries.ts';
import { refresh } from '../../../api/query-keys.ts';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { customerOf, documentTypeLabel } from '../../../connected/labels.ts';
import { toastGood } from '../../../connected/toasts.tsx';
import { formatPhone } from '../../../text/phone-number.ts';
import { type Fact, Facts } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { useCopyLink, useMove } from '../use-document-mutations.ts';
import { useDocumentContext } from './document-context.ts';
import type { DialogFrame } from './document-dialogs.tsx';
import classes from './qr-dialog.module.css';
import { type NextSigner, PhoneAnswer, QrPhone, remainingCustomers } from './qr-phone.tsx';
import { Scan } from './qr-scan.tsx';
import { qrRequestQuery, useQrMutations } from './use-qr-mutations.ts';

/** Polling interval of the document while the customer may be signing. */
const POLL_MS = 2_000;

export function QrDialog(props: DialogFrame & { row: DocumentRow; onTablet: () => void }) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const { id } = props.row;
  const current = useQuery({
    ...documentQuery(id),
    enabled: opened,
    refetchInterval: () => pollIntervalMs(POLL_MS),
  });
  const pairingRequest = useQuery({ ...qrRequestQuery(id), enabled: opened });
  const row = current.data ?? props.row;
  const signing = useQuery({ ...signingQuery(id), enabled: opened && row.status === 'START_SIGN' });
  const work = useQrMutations(id, onClose);
  const [chosen, setChosen] = useState<number | null>(null);
  const name = documentTypeLabel(t, row.type);
  const phone = pairingRequest.data?.request ?? null;
  const customers = remainingCustomers(signing.data);
  useCloseOnMove(opened && current.isFetchedAfterMount ? row : null, phone !== null || work.isPending, (status) => {
    toastGood(t('qrDialog.changed'), t('qrDialog.changedText', { name, status: t(`label.documentStatus.${status}`) }));
    onClose();
  });
  // The customer shown as selected; the server's own default could be another one by then.
  const signerId = customers.find((signer) => signer.id === chosen)?.id ?? customers[0]?.id ?? null;
  const about = useQrFacts({ row, name, next: customers[0] });
  return (
    <Dialog
      opened={opened}
      title={t('qrDialog.title')}
      width={620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        phone ? (
          <PhoneAnswer work={work} phone={phone} signerId={signerId} />
        ) : (
          <Alternatives row={row} onTablet={props.onTablet} />
        )
      }
    >
      {work.isError && work.variables ? (
        <FailureNote failure={work.error} undone={t(`qrDialog.failedTo.${work.variables.word}`)} />
      ) : null}
      {phone ? (
        <QrPhone phone={phone} signers={customers} chosen={signerId} onChoose={setChosen} about={about} />
      ) : (
        <div className={classes.columns}>
          <Scan row={row} name={name} opened={opened} />
          <div className={classes.side}>
            <Facts facts={about} />
            <NumberedSteps
              label={t('qrDialog.steps')}
              steps={(['step1', 'step2', 'step3'] as const).map((step) => t(`qrDialog.${step}`))}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** The document, its signer, and where the code is sent. */
function useQrFacts(props: { row: DocumentRow; name: string; next: NextSigner | undefined }): Fact[] {
  const { t } = useTranslation();
  const { row, next } = props;
  const { dossier } = useDocumentContext(row.folderId);
  // A signer other than the customer.
  const other = next && dossier && next.name !== `${dossier.firstName} ${dossier.lastName}` ? next : null;
  const mobilePhone = other ? other.contact?.mobilePhone : dossier?.mobilePhone;
  return [
    { label: t('columns.document'), value: <strong>{props.name}</strong> },
    {
      label: t('qrDialog.signer'),
      value: other ? t('qrDialog.customer', { name: other.name }) : signerOf(t, row, dossier),
    },
    ...(dossier && row.sigType !== 'GRAPHOMETRIC'
      ? [
          {
            label: t('qrDialog.phone'),
            value: <span className="num">{mobilePhone ? formatPhone(mobilePhone) : other?.maskedPhone}</span>,
          },
        ]
      : []),
  ];
}

/** For a company, its representative signs. */
function signerOf(t: TFunction, row: DocumentRow, dossier: DossierRow | undefined): string {
  if (!dossier) return customerOf(t, row);
  const { organizationName: company, firstName, lastName } = dossier;
  return company
    ? t('qrDialog.company', { name: `${firstName} ${lastName}`, company })
    : t('qrDialog.customer', { name: customerName(dossier) });
}

/** Always offers an alternative to the camera: a tablet of the dealer, the link, or the start that sends it. */
function Alternatives(props: { row: DocumentRow; onTablet: () => void }) {
  const { t } = useTranslation();
  const { row } = props;
  const copy = useCopyLink();
  const move = useMove(row);
  const { signUrl } = row;
  return (
    <>
      <span className={classes.hint}>{t(signUrl ? 'qrDialog.noCamera' : 'qrDialog.noCameraYet')}</span>
      <Button
        variant="default"
        leftSection={<IconDeviceTablet size={16} stroke={1.8} />}
        disabled={move.isPending}
        onClick={props.onTablet}
      >
        {t('documents.tablet')}
      </Button>
      {signUrl ? (
        <Button variant="default" leftSection={<IconCopy size={16} stroke={1.9} />} onClick={() => copy(signUrl)}>
          {t('documentActions.copyLink')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconSignature size={16} stroke={1.9} />}
          loading={move.isPending}
          disabled={row.status !== 'READY_TO_SIGN'}
          onClick={() => move.mutate('sign')}
        >
          {t('documents.startSign')}
        </Button>
      )}
    </>
  );
}

/** Preparing a started signature does not count as a change that the user waits for; the last customer's signature does. */
function stageOf(row: DocumentRow): string {
  if (!isStarting(row.status)) return row.status;
  return UNSIGNED_ACTIONS.qr.refusal(row) === null ? 'started' : 'signed';
}

/** @param hasRequest a phone is waiting: starting the signature does not hide its number. */
function useCloseOnMove(row: DocumentRow | null, hasRequest: boolean, onMove: (status: DocumentStatus) => void): void {
  const client = useQueryClient();
  const firstStage = useRef<string | null>(null);
  const latestOnMove = useRef(onMove);
  latestOnMove.current = onMove;
  const status = row?.status;
  const stage = row === null ? undefined : stageOf(row);
  useEffect(() => {
    if (status === undefined || stage === undefined) return;
    firstStage.current ??= stage;
    if (firstStage.current === stage) return;
    firstStage.current = stage;
    if (hasRequest && stage === 'started') return;
    void refresh(client, startSign);
    latestOnMove.current(status);
  }, [hasRequest, client, stage, status]);
}
