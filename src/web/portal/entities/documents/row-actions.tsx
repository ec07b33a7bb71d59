/** Document actions in a list row: the most useful next step as an icon, the rest in the ⋮ menu. */
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { needsCorrection } from '#domain/signing/decline-reasons.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { paths } from '../../paths.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { RowMenu, type RowMenuItem } from '../../ui/row-menu.tsx';
import { RowOpen } from '../../ui/row-open-icon.tsx';
import { type DocumentPlace, useAvailableActions } from './available-actions.ts';
import type { DocumentDialogs } from './dialogs/document-dialogs.tsx';
import classes from './row-actions.module.css';
import {
  type DocumentActs,
  isBusy,
  type ListedAction,
  portalActionOf,
  refusalSentence,
  rowActions,
  useDocumentActs,
} from './use-document-acts.tsx';
import { resendRefused } from './use-remind.ts';

interface RowProps {
  document: DocumentRow;
  place: DocumentPlace;
  label: string;
  dialogs: DocumentDialogs;
}

export function DocumentRowActions({ document, place, label, dialogs }: RowProps) {
  const { t } = useTranslation();
  const [menuOpen, setMenuOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  // Only the menu shows whether the link can be sent again.
  const waits = document.status === 'START_SIGN';
  const signing = useQuery({ ...signingQuery(document.id), enabled: menuOpen && waits });
  const resend = (waits && signing.data?.resend) || null;
  const acts = useDocumentActs(document, dialogs);
  const available = useAvailableActions(DOCUMENT_ACTIONS)(document, place, resend && resendRefused(resend, Date.now()));
  const actions = rowActions(available);
  const named = { document: `${label} ${document.id}` };
  const itemOf = (action: ListedAction): RowMenuItem => {
    const { icon, listIcon: Icon = icon, word, act } = portalActionOf(action.key);
    return {
      text: word(t, document),
      icon: <Icon size={16} stroke={1.8} />,
      reason: refusalSentence(t, action, resend),
      onClick: () => act(acts, document),
    };
  };
  return (
    <span className={classes.actions}>
      <NextStep document={document} actions={actions} acts={acts} named={named} menu={menu} />
      <RowMenu
        ref={menu}
        label={t('registry.folder.more', named)}
        width={240}
        onOpen={setMenuOpen}
        items={[
          { text: t('actions.open'), icon: <IconEye size={16} stroke={1.8} />, to: paths.document(document.id) },
          ...actions.map(itemOf),
        ]}
      />
    </span>
  );
}

const NAMES = {
  'take-back': 'correctData',
  signed: 'downloadSigned',
  sign: 'start',
  restart: 'restart',
  edit: 'editDocument',
} as const;
type NextKey = keyof typeof NAMES;

/** The most likely next step; null when there is none. */
function nextStepOf(actions: readonly ListedAction[], document: DocumentRow): (ListedAction & { key: NextKey }) | null {
  const find = <K extends NextKey>(key: K) => actions.find((one): one is ListedAction & { key: K } => one.key === key);
  const correct = needsCorrection(document) ? find('take-back') : undefined;
  if (correct?.refused === null) return correct;
  const start = document.status === 'READY_TO_SIGN' ? find('sign') : undefined;
  const edit = find('edit');
  return find('signed') ?? start ?? find('restart') ?? (edit?.refused === null ? edit : null);
}

function NextStep(props: {
  document: DocumentRow;
  actions: readonly ListedAction[];
  acts: DocumentActs;
  named: { document: string };
  menu: { current: HTMLButtonElement | null };
}) {
  const { t } = useTranslation();
  const { document, acts, named, menu } = props;
  const next = nextStepOf(props.actions, document);
  if (next === null) return <RowOpen label={t('registry.folder.open', named)} to={paths.document(document.id)} />;
  const { key } = next;
  const { icon, listIcon: Icon = icon, word, act } = portalActionOf(key);
  const run = () => {
    if (key !== 'sign' && key !== 'restart') act(acts, document);
    // The clicked button disappears when the status changes; focus its neighbour to stay in the row.
    else acts.move.mutate(key, { onSuccess: () => menu.current?.focus() });
  };
  return (
    <RowButton
      label={t(`registry.folder.${NAMES[key]}`, named)}
      tip={word(t, document)}
      reason={refusalSentence(t, next, null)}
      busy={isBusy(acts, key)}
      onClick={run}
    >
      <Icon size={16} stroke={1.8} />
    </RowButton>
  );
}
