/** The actions of a document: one primary, what the state refuses stays visible with its reason, what the role refuses is absent. */

import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconBellRinging,
  IconCertificate,
  IconCopy,
  IconDeviceTablet,
  IconDotsVertical,
  IconDownload,
  IconDragDrop,
  IconFileCertificate,
  IconFileZip,
  IconLock,
  IconMessage,
  IconPencil,
  IconQrcode,
  IconRefresh,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentStatus } from '#domain/documents/life.ts';
import type { Resend } from '#domain/signing/waiting.ts';
import { type Downloads, FILE_KINDS } from '../../ui/document-work.ts';
import { usePhone } from '../../ui/phone.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { resendReason } from '../../ui/remind.ts';
import classes from './document-actions.module.css';
import type { ActionKey, OfferedAction, Refused } from './offered-actions.ts';

const ICONS: Record<ActionKey, typeof IconBan> = {
  sign: IconSignature,
  edit: IconPencil,
  delete: IconTrash,
  qr: IconQrcode,
  tablet: IconDeviceTablet,
  places: IconDragDrop,
  fea: IconFileCertificate,
  'cancel-sign': IconBan,
  'take-back': IconArrowBackUp,
  renew: IconArrowBackUp,
  restart: IconRefresh,
  copyLink: IconCopy,
  remind: IconBellRinging,
  smsLink: IconMessage,
  plain: IconDownload,
  signed: IconFileCertificate,
  audit: IconCertificate,
  interim: IconCertificate,
  bundle: IconFileZip,
};

function actionLabel(t: TFunction, key: ActionKey): string {
  switch (key) {
    case 'sign':
      return t('documents.startSign');
    case 'restart':
      return t('documents.restart');
    case 'cancel-sign':
      return t('documents.cancelSign');
    case 'copyLink':
      return t('documents.copyLink');
    case 'remind':
      return t('waiting.remind');
    case 'smsLink':
      return t('waiting.smsLink');
    case 'plain':
      return t('actions.download');
    case 'signed':
      return t('documents.downloadSigned');
    case 'tablet':
      return t('documents.tablet');
    case 'places':
      return t('documents.places');
    case 'fea':
      return t('documents.fea');
    case 'audit':
      return t('documents.audit');
    default:
      return t(`document.actions.${key}`);
  }
}

/** What decides about the words of a refusal. */
export interface Standing {
  status: DocumentStatus;
  /** Whether the link may be sent again; null while that is not known. */
  resend: Resend | null;
}

/** The whole sentence: what is not available, why, and what would make it so. */
export function refusalOf(t: TFunction, action: OfferedAction, { status, resend }: Standing): string | null {
  if (action.refused === null) return null;
  if (action.key === 'remind') {
    const reason = resend && resendReason(t, resend, Date.now());
    return reason && t('document.actions.remindNotNow', { reason: reason.charAt(0).toLowerCase() + reason.slice(1) });
  }
  if (action.key === 'sign' && action.refused === 'notReady' && status === 'DRAFT') {
    return t('documents.startNotNow', { reason: t('document.actions.draftFirst') });
  }
  const reason = reasonWord(t, action.refused);
  if (action.key === 'edit') {
    const first =
      status === 'START_SIGN'
        ? ` ${t('document.actions.cancelFirst')}`
        : status === 'READY_TO_SIGN'
          ? ` ${t('document.actions.takeBackFirst')}`
          : '';
    return t('document.actions.editNotNow', { reason }) + first;
  }
  if (action.key === 'delete') return t('document.actions.deleteNotNow', { reason });
  if (action.key === 'cancel-sign') return t('document.actions.cancelNotNow', { reason });
  if (action.key === 'take-back') return t('document.actions.takeBackNotNow', { reason });
  if (action.key === 'tablet') return t('documents.notNow.tablet', { reason });
  if (action.key === 'places') return t('documents.notNow.places', { reason });
  if (action.key === 'plain') return t('document.actions.plainNotNow', { reason });
  if (action.key === 'bundle') return t('document.actions.bundleNotNow');
  if (action.key === 'qr') return t('document.actions.qrNotNow', { reason });
  return t('documents.startNotNow', { reason });
}

function reasonWord(t: TFunction, refused: Refused): string {
  switch (refused) {
    case 'preparing':
    case 'signingStarted':
    case 'notDraft':
    case 'notSigned':
    case 'identityCopy':
      return t(`document.actions.${refused}`);
  }
  return refused === 'tooSoon' || refused === 'tooMany' ? '' : t(`label.lifeReason.${refused}`);
}

/** Of the buttons that are not primary, whose reasons are worth words: each is about another thing. */
const SAID: readonly ActionKey[] = ['edit', 'cancel-sign', 'remind'];

/**
 * The refusals whose reasons stand in words below the actions: the primary one's, else what blocks the signature, else
 * those of the other buttons, of a draft why it cannot be signed; on a phone these stand in the menu, where the action is.
 */
export function shownRefusals(actions: readonly OfferedAction[], phone: boolean): readonly OfferedAction[] {
  const refused = actions.filter((action) => action.refused !== null && action.place !== 'menu');
  const first =
    refused.find((action) => action.place === 'primary') ??
    refused.find((action) => action.refused === 'feaModuleMissing');
  if (first) return [first];
  if (phone) return [];
  const others = refused.filter((action) => SAID.includes(action.key));
  return others.length > 0 ? others : refused.filter((action) => action.key === 'sign');
}

export interface ActionsProps extends Standing {
  actions: readonly OfferedAction[];
  /** The action whose call is under way. */
  busy: ActionKey | null;
  download: Downloads;
  onAct: (key: ActionKey) => void;
}

export function DocumentActions(props: ActionsProps) {
  const { t } = useTranslation();
  const { actions } = props;
  const phone = usePhone();
  const listed = actions.filter((action) => (phone ? action.place !== 'primary' : action.place === 'menu'));
  // A menu is read from its top: what matters most comes first there, and deleting last.
  const menu = listed.toReversed();
  const buttons = (primary: boolean) =>
    phone ? [] : actions.filter(({ place }) => place !== 'menu' && (place === 'primary') === primary);
  if (actions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar, not a set of fields
    <div role="group" aria-label={t('document.actions.label')} className={classes.actions}>
      {buttons(false).map((action) => (
        <ActionButton key={action.key} {...props} action={action} />
      ))}
      {menu.length > 0 ? (
        <Menu position={phone ? 'bottom-start' : 'bottom-end'} width={280} offset={4}>
          <Menu.Target>
            {phone ? (
              <Button variant="default" leftSection={<IconDotsVertical size={16} stroke={1.9} />}>
                {t('document.actions.phone')}
              </Button>
            ) : (
              <Button variant="default" px={9} aria-label={t('document.actions.more')}>
                <IconDotsVertical size={16} stroke={1.9} />
              </Button>
            )}
          </Menu.Target>
          <Menu.Dropdown>
            {menu.map((action) => (
              <ActionItem key={action.key} {...props} action={action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {buttons(true).map((action) => (
        <ActionButton key={action.key} {...props} action={action} />
      ))}
    </div>
  );
}

/** The primary action of a phone, always within the thumb's reach. */
export function PrimaryBar(props: ActionsProps) {
  const phone = usePhone();
  const primary = props.actions.find((action) => action.place === 'primary');
  if (!phone || !primary) return null;
  return (
    <div className={classes.bar}>
      <ActionButton {...props} action={primary} />
    </div>
  );
}

function useBusy(props: ActionsProps, key: ActionKey): boolean {
  const { states } = props.download;
  const kind = FILE_KINDS.find((one) => one === key);
  return kind === undefined ? props.busy === key : states[kind].state === 'FETCHING';
}

function ActionButton(props: ActionsProps & { action: OfferedAction }) {
  const { t } = useTranslation();
  const { action } = props;
  const busy = useBusy(props, action.key);
  const Icon = action.refused !== null && action.place === 'primary' ? IconLock : ICONS[action.key];
  return (
    <ReasonButton
      variant={action.place === 'primary' ? 'filled' : 'default'}
      leftSection={<Icon size={16} stroke={1.9} />}
      reason={refusalOf(t, action, props)}
      loading={busy}
      onClick={() => props.onAct(action.key)}
    >
      {actionLabel(t, action.key)}
    </ReasonButton>
  );
}

function ActionItem(props: ActionsProps & { action: OfferedAction }) {
  const { t } = useTranslation();
  const { action } = props;
  const busy = useBusy(props, action.key);
  const Icon = ICONS[action.key];
  const reason = refusalOf(t, action, props);
  const idle = reason === null && !busy;
  const why: ReactNode = reason === null ? null : <span className={classes.why}>{reason}</span>;
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.8} />}
      aria-disabled={!idle || undefined}
      closeMenuOnClick={idle}
      className={idle ? undefined : classes.refused}
      onClick={idle ? () => props.onAct(action.key) : undefined}
    >
      {actionLabel(t, action.key)}
      {why}
    </Menu.Item>
  );
}
