/** The tablet's queue: document types and times, nothing about the customers. */
import { IconArrowRight, IconCheck, IconFileText } from '@tabler/icons-react';
import { dateText, timeText } from '../../shared/chrome/format.ts';
import type { DeviceFailure } from '../api/failure.ts';
import type { Queue, Queued } from '../flow/use-queue.ts';
import type { Words } from '../text/it.ts';
import { useWords } from '../text/words.ts';

export function QueuePage({ queue }: { queue: Queue }) {
  const { queue: text } = useWords();
  const { documents, failure, lost } = queue;
  return (
    <>
      <div className="queue-head">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="chip tone-good">
          <IconCheck aria-hidden="true" />
          {text.active}
        </p>
      </div>
      {lost ? (
        <p className="note tone-waiting" role="status">
          {text.lost}
        </p>
      ) : null}
      {failure ? (
        <p className="note tone-bad" role="alert">
          {saying(failure, text)}
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
          {documents.map((one) => (
            <Waiting key={one.documentId} one={one} queue={queue} />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {queue.opening === null ? '' : text.opening}
      </p>
    </>
  );
}

function saying({ status, words }: DeviceFailure, text: Words['queue']): string {
  if (status === 0) return text.notOpened;
  return status === 404 ? text.gone : words || text.failed;
}

function Waiting({ one, queue }: { one: Queued; queue: Queue }) {
  const words = useWords();
  const { queue: text } = words;
  const opening = queue.opening === one.documentId;
  return (
    <li>
      <button
        type="button"
        className="card paper"
        aria-label={`${text.open(one.label)}. ${sentAt(one, words)}`}
        aria-disabled={queue.opening !== null || undefined}
        onClick={() => {
          if (queue.opening === null) void queue.open(one.documentId);
        }}
      >
        <IconFileText aria-hidden="true" />
        <span className="paper-words">
          <strong>{one.label}</strong>
          <span>{opening ? text.opening : sentAt(one, words)}</span>
        </span>
        {opening ? <span className="spinner" aria-hidden="true" /> : <IconArrowRight aria-hidden="true" />}
      </button>
    </li>
  );
}

function sentAt({ queuedDate, takenDate }: Queued, { language, queue: text }: Words): string {
  const { locale } = language;
  const day = dateText(queuedDate, locale);
  const isToday = day === dateText(new Date().toISOString(), locale);
  const sent = isToday ? text.sent(timeText(queuedDate, locale)) : text.sentOn(day);
  return takenDate === null ? sent : `${sent} · ${text.opened}`;
}
