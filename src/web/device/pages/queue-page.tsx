/** The tablet's queue: document types and times, nothing about the customers. */
import { IconArrowRight, IconCheck, IconFileText } from '@tabler/icons-react';
import { dateText, timeText } from '../../shared/chrome/format.ts';
import type { DeviceFailure } from '../api/failure.ts';
import type { Queue, QueuedDocument } from '../flow/use-queue.ts';
import type { Texts } from '../text/it.ts';
import { useTexts } from '../text/load-texts.ts';

export function QueuePage({ queue }: { queue: Queue }) {
  const { queue: text } = useTexts();
  const { documents, failure, isConnectionLost } = queue;
  return (
    <>
      <div className="queue-head">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="chip tone-good">
          <IconCheck aria-hidden="true" />
          {text.active}
        </p>
      </div>
      {isConnectionLost ? (
        <p className="note tone-waiting" role="status">
          {text.lost}
        </p>
      ) : null}
      {failure ? (
        <p className="note tone-bad" role="alert">
          {failureText(failure, text)}
        </p>
      ) : null}
      {documents === null ? (
        <span className="skeleton" aria-hidden="true" />
      ) : documents.length === 0 ? (
        <div className="card empty">
          <IconFileText aria-hidden="true" />
          <h2>{text.none}</h2>
          <p>{text.noneText}</p>
        </div>
      ) : (
        <ul className="queue">
          {documents.map((document) => (
            <QueueItem key={document.documentId} one={document} queue={queue} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {queue.openingId === null ? '' : text.opening}
      </p>
    </>
  );
}

function failureText({ status, serverMessage }: DeviceFailure, text: Texts['queue']): string {
  if (status === 0) return text.notOpened;
  return status === 404 ? text.gone : serverMessage || text.failed;
}

function QueueItem({ one: document, queue }: { one: QueuedDocument; queue: Queue }) {
  const texts = useTexts();
  const { queue: text } = texts;
  const isOpening = queue.openingId === document.documentId;
  return (
    <li>
      <button
        type="button"
        className="card paper"
        aria-label={`${text.open(document.label)}. ${sentText(document, texts)}`}
        aria-disabled={queue.openingId !== null || undefined}
        onClick={() => {
          if (queue.openingId === null) void queue.open(document.documentId);
        }}
      >
        <IconFileText aria-hidden="true" />
        <span className="paper-words">
          <strong>{document.label}</strong>
          <span>{isOpening ? text.opening : sentText(document, texts)}</span>
        </span>
        {isOpening ? <span className="spinner" aria-hidden="true" /> : <IconArrowRight aria-hidden="true" />}
      </button>
    </li>
  );
}

function sentText({ queuedDate, takenDate }: QueuedDocument, { language, queue: text }: Texts): string {
  const { locale } = language;
  const day = dateText(queuedDate, locale);
  const isToday = day === dateText(new Date().toISOString(), locale);
  const sent = isToday ? text.sent(timeText(queuedDate, locale)) : text.sentOn(day);
  return takenDate === null ? sent : `${sent} · ${text.opened}`;
}
