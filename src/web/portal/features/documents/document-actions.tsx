/**
 * Actions of a document: one primary action; actions refused by the state stay visible with a reason, actions refused
 * by the role are absent.
 */
import { Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconLock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Resend } from '#domain/signing/signer-progress.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { type PageAction, usePageActions } from '../../connected/act/page-actions.ts';
import {
  type DocumentActs,
  isBusy,
  type ListedKey,
  portalActionOf,
  refusalSentence,
} from '../../entities/documents/use-document-acts.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { MenuEntry } from '../../ui/row-menu.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import classes from './document-actions.module.css';
import type { PlacedAction } from './placed-actions.ts';

/** What determines the wording of a refusal. */
interface RefusalContext {
  document: DocumentRow;
  /** Whether the link can be sent again; null while unknown. */
  resend: Resend | null;
}

/** The whole sentence and, where space allows, what would make the action possible. */
export function refusalOf(t: TFunction, action: PlacedAction, { document, resend }: RefusalContext): string | null {
  const sentence = refusalSentence(t, action, resend);
  const { key, refused } = action;
  if (sentence === null) return null;
  if (key === 'sign' && refused === 'notReady' && document.status === 'DRAFT') {
    return t('documents.startNotNow', { reason: t('document.actions.draftFirst') });
  }
  if (key === 'delete' && refused === 'signingStarted') {
    return t('documents.notNow.remove', { reason: t('document.actions.signingStarted') });
  }
  if (key === 'plain') return t('document.actions.plainNotNow', { reason: t('document.actions.identityCopy') });
  if (key === 'edit' && document.status === 'START_SIGN') return t('document.actions.cancelFirst');
  if (key === 'edit' && document.status === 'READY_TO_SIGN') return t('document.actions.takeBackFirst');
  return sentence;
}

/** Non-primary buttons whose reasons are shown as text, since each reason is different. */
const EXPLAINED: readonly ListedKey[] = ['edit', 'cancel-sign', 'remind'];

/**
 * Refusals whose reasons are shown as text below the actions: the primary action's; otherwise what blocks the
 * signature; otherwise those of the other buttons, or why a draft cannot be signed. On a phone the last group is shown
 * in the menu, next to the action.
 */
export function shownRefusals(actions: readonly PlacedAction[], phone: boolean): readonly PlacedAction[] {
  const refused = actions.filter((action) => action.refused !== null && action.place !== 'menu');
  const first =
    refused.find((action) => action.place === 'primary') ??
    refused.find((action) => action.refused === 'feaModuleMissing');
  if (first) return [first];
  if (phone) return [];
  const explained = refused.filter((action) => EXPLAINED.includes(action.key));
  return explained.length > 0 ? explained : refused.filter((action) => action.key === 'sign');
}

export interface ActionsProps extends RefusalContext {
  actions: readonly PlacedAction[];
  acts: DocumentActs;
}

export function DocumentActions(props: ActionsProps) {
  const { t } = useTranslation();
  const { actions } = props;
  const phone = useIsMobile();
  usePageActions(actions.map((action) => itemOf(t, action, props)).toReversed());
  const listed = actions.filter((action) => (phone ? action.place !== 'primary' : action.place === 'menu'));
  // A menu is read from the top: put the most important action first and delete last.
  const menu = listed.toReversed();
  const buttons = (primary: boolean) =>
    phone ? [] : actions.filter(({ place }) => place !== 'menu' && (place === 'primary') === primary);
  if (actions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar, not a set of fields
    <div role="group" aria-label={t('document.actions.label')} className="cluster">
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
              <MenuEntry key={action.key} item={itemOf(t, action, props)} />
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

/** The primary action on a phone, fixed within reach of the thumb. */
export function PrimaryBar(props: ActionsProps) {
  const phone = useIsMobile();
  const primary = props.actions.find((action) => action.place === 'primary');
  if (!phone || !primary) return null;
  return (
    <div className={classes.bar}>
      <ActionButton {...props} action={primary} />
    </div>
  );
}

function ActionButton(props: ActionsProps & { action: PlacedAction }) {
  const { t } = useTranslation();
  const { action, acts, document } = props;
  const { icon, word, act } = portalActionOf(action.key);
  const Icon = action.refused !== null && action.place === 'primary' ? IconLock : icon;
  return (
    <ReasonButton
      variant={action.place === 'primary' ? 'filled' : 'default'}
      leftSection={<Icon size={16} stroke={1.9} />}
      reason={refusalOf(t, action, props)}
      loading={isBusy(acts, action.key)}
      onClick={() => act(acts, document)}
    >
      {word(t, document)}
    </ReasonButton>
  );
}

/** The action as menus and Ctrl-K list it. */
function itemOf(t: TFunction, action: PlacedAction, props: ActionsProps): PageAction {
  const { acts, document } = props;
  const { icon: Icon, word, act } = portalActionOf(action.key);
  return {
    text: word(t, document),
    icon: <Icon size={16} stroke={1.8} />,
    reason: refusalOf(t, action, props),
    busy: isBusy(acts, action.key),
    onClick: () => act(acts, document),
  };
}
