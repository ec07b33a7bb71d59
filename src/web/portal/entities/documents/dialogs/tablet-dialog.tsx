/** "Invia al tablet": chooses a tablet of the dealer, shows its queue, and explains what to do when there is none. */
import { Button } from '@mantine/core';
import { IconDeviceTablet, IconDeviceTabletOff, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { type Tablet, tabletQueueQuery } from '../../../api/queries/tablets.ts';
import { documentQuery, tabletsQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { ActDialog } from '../../../connected/act/act-dialog.tsx';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { Choices } from '../../../connected/form/choices.tsx';
import { customerOf, documentTypeLabel } from '../../../connected/labels.ts';
import { paths } from '../../../paths.ts';
import { Empty, Facts, SkeletonRows } from '../../../ui/card.tsx';
import { tabletName, useTabletMove } from '../use-tablet-mutations.ts';
import { useDocumentContext } from './document-context.ts';
import type { DialogFrame } from './document-dialogs.tsx';
import { TabletQueue } from './tablet-queue.tsx';

/** The tablets of the document's dealer, their queues, and the selected one. */
function useTablets(stored: DocumentRow, opened: boolean) {
  const current = useQuery({ ...documentQuery(stored.id), enabled: opened });
  const row = current.data ?? stored;
  const place = useDocumentContext(row.folderId);
  const hst = place.dossier?.hst;
  const tablets = useQuery({ ...tabletsQuery(hst ?? ''), enabled: opened && hst !== undefined });
  const queue = useQuery({ ...tabletQueueQuery(hst ?? ''), enabled: opened && hst !== undefined });
  const [wanted, setWanted] = useState<number | null>(null);
  const known = queue.data ?? [];
  const queued = known.find((entry) => entry.documentId === row.id);
  const chosen = chosenOf(tablets.data ?? [], wanted ?? queued?.tablet.id ?? null);
  const failure = place.failure ?? tablets.error ?? queue.error;
  const retry = () => (place.failure ? place.retry() : void Promise.all([tablets.refetch(), queue.refetch()]));
  const isComplete = tablets.data !== undefined && queue.data !== undefined;
  return { row, place, hst, tablets: tablets.data ?? [], known, queued, chosen, setWanted, failure, retry, isComplete };
}
type Tablets = ReturnType<typeof useTablets>;

export function TabletDialog(props: DialogFrame & { row: DocumentRow; onQr: () => void }) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const tablets = useTablets(props.row, opened);
  const { row, place, chosen, queued } = tablets;
  const move = useTabletMove();
  const refused = UNSIGNED_ACTIONS.tablet.refusal({
    ...row,
    ...(place.folder ? { folderStatus: place.folder.status } : {}),
  });
  return (
    <ActDialog
      opened={opened}
      title={t('documents.tablet')}
      width={620}
      action={
        chosen && queued?.tablet.id !== chosen.id
          ? t(queued ? 'tablet.move' : 'tablet.send', { tablet: tabletName(t, chosen) })
          : null
      }
      icon={<IconDeviceTablet size={16} stroke={1.9} />}
      back={chosen ? undefined : t('actions.close')}
      reason={refused && t('tablet.notNow', { reason: t(`label.lifeReason.${refused}`) })}
      act={move}
      failure={null}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) move.mutate({ documentId: row.id, to: chosen }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <div className="stack">
        <About found={tablets} />
        {tablets.failure ? (
          <FailureNote failure={tablets.failure} onRetry={tablets.retry} />
        ) : !tablets.isComplete || tablets.hst === undefined ? (
          <SkeletonRows rows={2} height={52} />
        ) : !chosen ? (
          <div className="outline">
            <NoTablet row={row} hst={tablets.hst} onQr={props.onQr} onLeave={onClose} />
          </div>
        ) : (
          <>
            <div ref={focusChoice}>
              <TabletChoices found={tablets} chosen={chosen} />
            </div>
            {move.isError ? <FailureNote failure={move.error} /> : null}
            <TabletQueue
              title={t('tablet.queue', { tablet: tabletName(t, chosen) })}
              documentId={row.id}
              queue={tablets.known.filter((entry) => entry.tablet.id === chosen.id)}
            />
          </>
        )}
      </div>
    </ActDialog>
  );
}

function About({ found: { row, place, hst } }: { found: Tablets }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (
    <Facts
      facts={[
        { label: t('columns.document'), value: <strong>{documentTypeLabel(t, row.type)}</strong> },
        { label: t('columns.customer'), value: place.dossier ? customerName(place.dossier) : customerOf(t, row) },
        { label: t('tablet.dealer'), value: hst ? dealerName(hst) : t('missing') },
      ]}
    />
  );
}

function TabletChoices({ found, chosen }: { found: Tablets; chosen: Tablet }) {
  const { t } = useTranslation();
  return (
    <Choices
      kind="one"
      label={t('label.field.tabletId')}
      path="tablet"
      choices={found.tablets.map((tablet) => {
        const count = found.known.filter((entry) => entry.tablet.id === tablet.id).length;
        return {
          value: String(tablet.id),
          label: tabletName(t, tablet),
          detail: count === 0 ? t('tablet.free') : t('tablet.waiting', { count }),
        };
      })}
      chosen={[String(chosen.id)]}
      onChange={([id]) => found.setWanted(Number(id))}
    />
  );
}

/** The choice appears after the dialog: move the focus to it if it is still on the title. */
function focusChoice(choice: HTMLElement | null): void {
  const title = choice?.closest('dialog')?.querySelector('h2');
  if (title && document.activeElement === title) choice?.querySelector<HTMLElement>(':checked')?.focus();
}

/** The selected tablet while it exists; otherwise the first. */
const chosenOf = (tablets: readonly Tablet[], id: number | null): Tablet | undefined =>
  tablets.find((tablet) => tablet.id === id) ?? tablets[0];

/** States that there is no tablet, how to set one up, and the alternatives until then. */
function NoTablet(props: { row: DocumentRow; hst: string; onQr: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { row, hst } = props;
  const mayActivate = may('activation.edit', { hstList: [hst] }).ok;
  const isHandwritten = row.sigType === 'GRAPHOMETRIC';
  const needs = t(mayActivate ? 'tablet.needsLicense' : 'tablet.needsAsking');
  return (
    <Empty
      icon={IconDeviceTabletOff}
      title={t('tablet.noneTitle')}
      text={isHandwritten ? `${t('tablet.noneHand')} ${needs}` : `${needs} ${t('tablet.meanwhile')}`}
      action={
        <div className="cluster">
          {UNSIGNED_ACTIONS.qr.refusal(row) === null ? (
            <Button variant="default" leftSection={<IconQrcode size={16} stroke={1.8} />} onClick={props.onQr}>
              {t('documents.qr')}
            </Button>
          ) : null}
          {mayActivate ? (
            <Button component={Link} to={paths.licenses} variant="default" onClick={props.onLeave}>
              {t('tablet.licenses')}
            </Button>
          ) : null}
        </div>
      }
    />
  );
}
