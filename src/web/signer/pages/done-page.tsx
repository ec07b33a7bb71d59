/** After the signature: what, when, the copy to keep and what comes next (D-13). */
import { IconCheck, IconDeviceMobile, IconDownload, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignView } from '../api/types.ts';
import { dayText, sentenceStart, timeText } from '../format/dates.ts';
import { useText } from '../text/language.ts';
import { Heading } from '../ui/heading.tsx';
import { Sheet } from '../ui/sheet.tsx';

interface DonePageProps {
  api: SignApi;
  view: SignView;
  /** Instant of the signature, when this tab saw it. */
  signedAt: string | null;
}

export function DonePage({ api, view, signedAt }: DonePageProps) {
  const text = useText();
  const ready = view.state === 'COMPLETED';
  const { locale } = text.language;
  return (
    <div className="content done">
      <span className="medal medal-good">
        <IconCheck aria-hidden="true" />
      </span>
      <Heading>{text.done.title}</Heading>
      <p className="lead" role="status">
        {signedAt === null
          ? ''
          : `${text.done.when(sentenceStart(dayText(signedAt, locale, true)), timeText(signedAt, locale))} `}
        {ready ? text.done.complete : text.done.completing}
      </p>
      {view.documents.map((document) => (
        <Copy key={document.id} api={api} document={document} ready={ready} several={view.documents.length > 1} />
      ))}
      <ul className="what-next">
        {ready ? null : <Next icon={<IconInfoCircle aria-hidden="true" />}>{text.done.waiting}</Next>}
        <Next icon={<IconDeviceMobile aria-hidden="true" />}>{text.done.keep}</Next>
        <Next icon={<IconShieldCheck aria-hidden="true" />}>{text.done.intact}</Next>
        <Next icon={<IconInfoCircle aria-hidden="true" />}>{text.done.paper}</Next>
      </ul>
      <p className="close-page">{text.done.close}</p>
    </div>
  );
}

function Next({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

function Copy(props: { api: SignApi; document: SignDocument; ready: boolean; several: boolean }) {
  const { api, document, ready, several } = props;
  const text = useText();
  return (
    <div className="card copy">
      <div className="papers">
        <Sheet signed />
        <p>
          <strong>{document.label}</strong>
          <span>{text.done.signed(text.start.pages(document.pages))}</span>
        </p>
      </div>
      {ready ? (
        <a
          className="button button-primary"
          href={api.signedUrl(document.id)}
          download={`${document.label}.pdf`}
          referrerPolicy="no-referrer"
          aria-label={several ? text.done.downloadOf(document.label) : undefined}
        >
          <IconDownload aria-hidden="true" />
          <span>{text.done.download}</span>
        </a>
      ) : (
        <p className="button button-primary" data-blocked>
          <span className="spinner" aria-hidden="true" />
          <span>{text.done.preparing}</span>
        </p>
      )}
    </div>
  );
}
