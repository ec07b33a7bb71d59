/** Lets a staff signer sign several documents: read and confirm each, sign in again, sign. */
import { IconSignature } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSignatureQuery } from '../../../api/queries/own-signature.ts';
import { shownHashes } from '../../../api/queries/shown-hashes.ts';
import { useSession } from '../../../api/session.tsx';
import { NotFoundPage } from '../../../connected/not-found.tsx';
import { usePageAccent } from '../../../entities/dealers/brand.tsx';
import { paths } from '../../../paths.ts';
import { formatTime } from '../../../text/dates.ts';
import { Card, Note } from '../../../ui/card.tsx';
import { LoadingOverlay } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import own from '../own-signature.module.css';
import { Identity, Step } from '../steps.tsx';
import { DocumentList } from './document-list.tsx';
import { type Act, idsIn, type Paper, papersOf, standingOf } from './papers-to-sign.ts';
import { ReadingPanel } from './reading-panel.tsx';
import classes from './several.module.css';
import { useProgress } from './use-progress.ts';
import { type Failures, useSignAll } from './use-sign-all.ts';

export function SeveralPage() {
  const { documents = '' } = useParams({ strict: false }) as { documents?: string };
  const ids = idsIn(documents);
  return ids.length === 0 ? <NotFoundPage /> : <Several key={documents} ids={ids} />;
}

function Several({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  usePageAccent(useSession().homeBrand);
  const signatures = useQueries({ queries: ids.map((id) => ownSignatureQuery(id)) });
  const [progress, note] = useProgress();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [selectedKey, setSelectedKey] = useState<string>();
  const { sign, failures } = useSignAll();
  if (signatures.some(({ isPending }) => isPending)) return <LoadingOverlay />;
  const acts = ids.map((id, index): Act => {
    const { data, error } = signatures[index] ?? {};
    return { id, signature: data, failure: error };
  });
  const number = acts.reduce((sum, { signature }) => sum + (signature?.documents.length ?? 1), 0);
  const all = papersOf(acts, progress, shownHashes);
  // The documents of one signature are always signed together.
  const papers = all.filter(({ act }) => !leftOut.includes(String(act)));
  const current = papers.find(({ key }) => key === selectedKey) ?? papers.find(({ done }) => !done);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.dashboard'), to: paths.dashboard }, { label: t('ownSignature.several.crumb') }]}
        title={number > 1 ? t('ownSignature.titleMany', { number }) : t('ownSignature.several.crumb')}
      />
      <div className="with-side">
        <div className={own.viewer}>
          {current && !sign.isPending ? (
            <ReadingPanel
              key={current.key}
              paper={current}
              number={papers.indexOf(current) + 1}
              total={papers.length}
              onNote={(change) => note(current.key, change)}
              onConfirmed={() => setSelectedKey(undefined)}
              onLeaveOut={() => {
                setLeftOut((before) => [...before, String(current.act)]);
                setSelectedKey(undefined);
              }}
            />
          ) : (
            <Finished acts={acts} papers={papers} />
          )}
        </div>
        <div className={own.side}>
          <Card title={t('ownSignature.several.steps')}>
            <DocumentList
              {...{ acts, papers, failures }}
              leftOut={all.filter((paper) => !papers.includes(paper))}
              current={current?.key}
              onShow={setSelectedKey}
              onTakeIn={(act) => setLeftOut((before) => before.filter((id) => id !== String(act)))}
            />
            {papers.length > 0 ? (
              <Acting papers={papers} failures={failures} signing={sign.isPending} onSign={() => sign.mutate(papers)} />
            ) : null}
          </Card>
        </div>
      </div>
    </>
  );
}

/** Shown in place of the document when none is left to read. */
function Finished({ acts, papers }: { acts: readonly Act[]; papers: readonly Paper[] }) {
  const { t } = useTranslation();
  const signed = acts.filter((act) => standingOf(act) === 'signed').length;
  if (papers.length > 0) {
    return (
      <Note tone="info" title={t('ownSignature.several.allConfirmed')}>
        {t(isIdentified(papers) ? 'ownSignature.several.identifiedText' : 'ownSignature.several.allConfirmedText')}
      </Note>
    );
  }
  const back = <Link to={paths.dashboard}>{t('ownSignature.several.toDashboard')}</Link>;
  if (signed === 0) {
    return (
      <Note tone="waiting" title={t('ownSignature.several.nothing')} action={back}>
        {t('ownSignature.several.nothingText')}
      </Note>
    );
  }
  return (
    <Note tone="good" title={t('ownSignature.several.signedTitle', { count: signed })} action={back}>
      {t('ownSignature.several.signedText')}
    </Note>
  );
}

const isIdentified = (papers: readonly Paper[]) =>
  papers.every(({ signature }) => signature.identity.confirmedUntil !== null);

interface ActingProps {
  papers: readonly Paper[];
  failures: Failures;
  signing: boolean;
  onSign: () => void;
}

/** The steps after reading: one sign-in for all documents, then signing all of them. */
function Acting({ papers, failures, signing, onSign }: ActingProps) {
  const { t } = useTranslation();
  const acts = [...new Map(papers.map(({ act, signature }) => [act, signature]))];
  const [first, ...otherIds] = acts.map(([id]) => id);
  const read = papers.every(({ done }) => done);
  const ends = acts.flatMap(([, { identity }]) => identity.confirmedUntil ?? []);
  // The earliest expiry.
  const [until] = isIdentified(papers) ? ends.toSorted() : [];
  const method = acts[0]?.[1].identity.method;
  const asks = read && until === undefined;
  const steps = useRef<HTMLOListElement>(null);
  // Move the focus to the next step; do not take the focus when the step was already open on load.
  const wasAsking = useRef(asks);
  useEffect(() => {
    if (asks && !wasAsking.current) steps.current?.querySelector<HTMLElement>('form :is(input, button)')?.focus();
    wasAsking.current = asks;
  }, [asks]);
  if (first === undefined || method === undefined) return null;
  return (
    <ol ref={steps} className={`stack ${classes.acting}`}>
      <Step number={2} done={until !== undefined} title={t('ownSignature.identity')}>
        {until !== undefined ? (
          <span>{t('ownSignature.several.identified', { time: formatTime(until) })}</span>
        ) : asks ? (
          <Identity ids={[first, ...otherIds]} method={method} />
        ) : null}
      </Step>
      <Step number={3} done={false} title={t('ownSignature.sign')}>
        {read && until !== undefined ? (
          <>
            {failures.size > 0 ? <Note tone="bad" title={t('ownSignature.several.someFailed')} /> : null}
            <ReasonButton
              reason={null}
              leftSection={<IconSignature size={16} stroke={1.8} />}
              loading={signing}
              onClick={onSign}
            >
              {t('ownSignature.several.signAll', { count: papers.length })}
            </ReasonButton>
          </>
        ) : null}
      </Step>
    </ol>
  );
}
