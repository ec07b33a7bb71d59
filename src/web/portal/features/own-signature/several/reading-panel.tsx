/** One of several documents: the signer reads it to its end and confirms each signature field before the next one is shown. */
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadNotifications } from '../../../entities/notifications/read-notifications.ts';
import { Checkbox } from '../../../ui/inputs/control-styles.ts';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import { OwnDocumentViewer, useOwnDocument } from '../own-document.tsx';
import own from '../own-signature.module.css';
import { customerOf, type Paper } from './papers-to-sign.ts';
import classes from './several.module.css';
import type { Reading } from './use-progress.ts';
import { useSeenPages } from './use-seen-pages.ts';

export interface ReadingProps {
  paper: Paper;
  /** Its position among the documents. */
  number: number;
  total: number;
  onNote: (change: Partial<Reading>) => void;
  /** Everything is confirmed: show the next document. */
  onConfirmed: () => void;
  onLeaveOut: () => void;
}

export function ReadingPanel(props: ReadingProps) {
  const { t } = useTranslation();
  const { paper, onNote } = props;
  const { act, signature, document, points } = paper;
  useReadNotifications(document.id);
  const file = useOwnDocument(act, document.id, signature);
  const holder = useRef<HTMLDivElement>(null);
  const initialPages = useRef(paper.reading.pages);
  useSeenPages(holder, (pages) => {
    initialPages.current = [...new Set([...initialPages.current, ...pages])];
    onNote({ pages: initialPages.current });
  });
  return (
    <div className={classes.reading}>
      <section className={classes.bar} aria-label={t('ownSignature.several.current')}>
        <div className="lines" role="status">
          <span className="caption">
            {t('ownSignature.several.position', { number: props.number, total: props.total })}
          </span>
          <span className={own.name}>{t('ownSignature.document', { document: document.label, id: document.id })}</span>
          <span className="caption">{customerOf(signature)}</span>
        </div>
        <Confirmation {...props} />
      </section>
      <div ref={holder}>
        <OwnDocumentViewer
          signature={{ ...signature, points }}
          file={file}
          shown={document}
          name={`${document.label}.pdf`}
        />
      </div>
    </div>
  );
}

/** A single field is confirmed with the button that names it; several are ticked individually. */
function Confirmation({ paper, number, total, onNote, onConfirmed, onLeaveOut }: ReadingProps) {
  const { t } = useTranslation();
  const { document, points, reading, done } = paper;
  const [ticked, setTicked] = useState<readonly string[]>(reading.points);
  const pointOf = ({ label, page }: Paper['points'][number]) => `${label}, ${t('ownSignature.pointPage', { page })}`;
  const several = points.length > 1;
  const missing = several ? points.filter(({ id }) => !ticked.includes(id)) : [];
  const unseen = reading.pages.length < document.pages || !document.read;
  const reason = unseen
    ? t('ownSignature.several.unseen', { seen: reading.pages.length, pages: document.pages })
    : missing.length > 0
      ? t('ownSignature.confirmFirst', { points: missing.map(pointOf).join(', ') })
      : null;
  if (done) {
    return (
      <div className={classes.confirmation}>
        <span>{t('ownSignature.several.confirmed')}</span>
        <Button variant="default" onClick={() => onNote({ points: [], confirmed: false })}>
          {t('ownSignature.several.takeBack')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.confirmation}>
      {several ? (
        <div className={classes.points}>
          {points.map((point) => (
            <Checkbox
              key={point.id}
              label={point.label}
              description={t('ownSignature.pointPage', { page: point.page })}
              checked={ticked.includes(point.id)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setTicked((before) => (checked ? [...before, point.id] : before.filter((id) => id !== point.id)));
              }}
            />
          ))}
        </div>
      ) : (
        <span className={classes.point}>{points.map(pointOf).join('')}</span>
      )}
      <span className={classes.hint}>{unseen ? reason : null}</span>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onLeaveOut}>
          {t('ownSignature.several.leaveOut')}
        </Button>
        <ReasonButton
          reason={reason}
          rightSection={number < total ? <IconArrowRight size={16} stroke={1.9} /> : undefined}
          onClick={() => {
            onNote({ points: points.map(({ id }) => id), confirmed: true });
            onConfirmed();
          }}
        >
          {t(points.length === 0 ? 'ownSignature.several.next' : 'ownSignature.several.confirm')}
        </ReasonButton>
      </div>
    </div>
  );
}
