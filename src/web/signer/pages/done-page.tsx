/** After the signature: what was signed and when, the copy to keep, and what happens next. */
import {
  IconCheck,
  IconDeviceMobile,
  IconDownload,
  IconHourglass,
  IconInfoCircle,
  IconShieldCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { timeText } from '../../shared/chrome/format.ts';
import { isOnTablet } from '../../shared/on-tablet.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignDocument, SignView } from '../api/types.ts';
import { dayText, sentenceStart } from '../format/dates.ts';
import type { Catalogue } from '../text/it.ts';
import { useText } from '../text/language.ts';
import { ClosePage } from '../ui/close-page.tsx';
import { Heading } from '../ui/heading.tsx';
import { PaperIcon } from '../ui/sheet.tsx';

interface DonePageProps {
  api: SignApi;
  view: SignView;
  /** Time of the signature, when this tab was open for it. */
  signedAt: string | null;
}

export function DonePage({ api, view, signedAt }: DonePageProps) {
  const text = useText();
  const ready = view.state === 'COMPLETED';
  const { locale } = text.language;
  const several = view.documents.length > 1;
  // A dealer's tablet offers no copies.
  const tablet = isOnTablet();
  // A signer who returns later, or opens the link to the copy, comes for the copy.
  const isReturning = ready && signedAt === null && !tablet;
  return (
    <div className="content done">
      <span className="medal tone-good">
        <IconCheck aria-hidden="true" />
      </span>
      <Heading>{isReturning ? (several ? text.done.copiesTitle : text.done.copyTitle) : text.done.title}</Heading>
      <p className="lead" role="status">
        {signedAt === null
          ? ''
          : `${text.done.when(sentenceStart(dayText(signedAt, locale, true)), timeText(signedAt, locale))} `}
        {several ? severalText(text, { ready, tablet }) : singleText(text, { ready, tablet })}
      </p>
      {tablet
        ? null
        : view.documents.map((document) => (
            <DocumentCopy key={document.id} {...{ api, document, ready, several }} missing={missingText(text, view)} />
          ))}
      <ul className="what-next">
        {view.awaited === undefined ? null : (
          <NextItem icon={<IconInfoCircle aria-hidden="true" />}>{text.done.waiting}</NextItem>
        )}
        <NextItem icon={<IconDeviceMobile aria-hidden="true" />}>
          {keepText(text, { tablet, here: view.place === 'HERE' })}
        </NextItem>
        <NextItem icon={<IconShieldCheck aria-hidden="true" />}>
          {text.done.intact}{' '}
          {tablet ? null : (
            <a className="check-link" href="/verify" target="_blank" rel="noreferrer">
              {text.done.check}
            </a>
          )}
        </NextItem>
        <NextItem icon={<IconInfoCircle aria-hidden="true" />}>{text.done.paper}</NextItem>
      </ul>
      <ClosePage words={text.done.close} />
    </div>
  );
}

const singleText = ({ done }: Catalogue, { ready, tablet }: { ready: boolean; tablet: boolean }): string =>
  ready ? (tablet ? done.completeOnTablet : done.complete) : done.completing;

/** The missing signers by role, each role once; null when all have signed. */
function missingText({ done, language }: Catalogue, { awaited = [] }: SignView): string | null {
  const roleTexts = [...new Set(awaited)].map((role) => done.whose[role]);
  return roleTexts.length === 0 ? null : done.missing(new Intl.ListFormat(language.locale).format(roleTexts));
}

const severalText = ({ done }: Catalogue, { ready, tablet }: { ready: boolean; tablet: boolean }): string =>
  ready ? (tablet ? done.completeManyOnTablet : done.completeMany) : done.completingMany;

/** @param context.here false when the page was opened through the link to the copy. */
const keepText = ({ done }: Catalogue, context: { tablet: boolean; here: boolean }): string =>
  context.tablet ? done.keepTablet : context.here ? done.keep : done.keepLink;

function NextItem({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

function DocumentCopy(props: {
  api: SignApi;
  document: SignDocument;
  ready: boolean;
  several: boolean;
  missing: string | null;
}) {
  const { api, document, ready, several, missing } = props;
  const text = useText();
  return (
    <div className="card copy">
      <div className="papers">
        <PaperIcon signed />
        <p>
          <strong>{document.label}</strong>
          <span>{text.done.signed(text.start.pages(document.pages))}</span>
        </p>
      </div>
      {ready ? (
        <a
          className="button button-primary"
          href={api.signedUrl(document.id)}
          download
          referrerPolicy="no-referrer"
          aria-label={several ? text.done.downloadOf(document.label) : undefined}
        >
          <IconDownload aria-hidden="true" />
          <span>{text.done.download}</span>
        </a>
      ) : (
        <p className="button button-primary" data-blocked>
          {missing === null ? <span className="spinner" aria-hidden="true" /> : <IconHourglass aria-hidden="true" />}
          <span>{missing ?? text.done.preparing}</span>
        </p>
      )}
    </div>
  );
}
