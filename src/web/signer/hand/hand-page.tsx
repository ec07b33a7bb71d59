/** Signing by handwriting: the consent, one box for each signature field, each encrypted when confirmed, all sent together. */
import { IconArrowBackUp, IconCheck, IconEraser, IconInfoCircle, IconSignature } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { inkFlaws } from '#formats/ink/quality.ts';
import { languageCode } from '../../shared/chrome/words.ts';
import { asFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignPoint, SignView } from '../api/types.ts';
import { type Progress, pointsToSign, readingOf } from '../flow/progress.ts';
import { isConsent } from '../flow/steps.ts';
import { troubleOf } from '../flow/trouble.ts';
import type { Running } from '../flow/use-acts.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { useAnnounce } from '../ui/live.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { Consent } from './consent.tsx';
import './hand.css';
import { FieldOnPage, type Reader } from './field-on-page.tsx';
import { Pad, type PadHandle } from './pad.tsx';
import { Picture } from './picture.tsx';
import { type SealedPoint, sealCapture } from './seal.ts';
import { handIn, loadTerms, type Terms } from './terms.ts';
import { type HandWords, handWords } from './words.ts';

/** Refusals that would be repeated for the same input: load the terms again. */
const STALE: readonly string[] = ['signing.bioConsent', 'signing.handRefused'];

interface HandPageProps {
  api: SignApi;
  reader: Reader;
  view: SignView;
  progress: Progress;
  busy: Running;
  /** Error of the last action. */
  error: string | null;
  onSign: (act: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  onCode: () => void;
}

function useHandWords(view: SignView): HandWords {
  const text = useText();
  return handWords(languageCode(text), view.noCodes);
}

export function HandPage(props: HandPageProps) {
  const { api } = props;
  const text = useText();
  const words = useHandWords(props.view);
  const [terms, setTerms] = useState<Terms>({ at: 'loading' });
  const load = useCallback(() => {
    setTerms({ at: 'loading' });
    void loadTerms(api).then(setTerms);
  }, [api]);
  const language = text.language.code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server returns the consent in the page's language
  useEffect(load, [load, language]);

  if (terms.at === 'ready') return <Writing {...props} terms={terms.terms} key={keyOf(terms.terms)} onStale={load} />;
  const code = (
    <Button
      variant={terms.at === 'notHere' ? 'primary' : 'outline'}
      busy={props.busy === 'code'}
      onPress={props.onCode}
    >
      {words.code}
    </Button>
  );
  return (
    <>
      <div className="content">
        <Heading>{words.title}</Heading>
        {terms.at === 'loading' ? <p role="status">{words.loading}</p> : null}
        {terms.at === 'notHere' ? <Note tone="waiting">{words.notHere}</Note> : null}
        <ErrorNote text={terms.at === 'failed' ? troubleOf(terms.failure, text).text : null} />
        <ErrorNote text={props.error} />
      </div>
      <ActionBar>
        {terms.at === 'failed' ? <Button onPress={load}>{words.retryTerms}</Button> : null}
        {code}
      </ActionBar>
    </>
  );
}

/** Another consent text or another custodian: earlier handwriting cannot be used. */
const keyOf = ({ consent, custodian }: HandTerms): string => `${consent.sha256} ${custodian.sha256}`;

type WritingProps = HandPageProps & { terms: HandTerms; onStale: () => void };

/** The field and bytes to which a signature is bound; null when the terms are about other bytes than those shown. */
function bindingOf(point: SignPoint, { view, terms }: WritingProps) {
  const bound = terms.points.find((one) => one.id === point.id);
  const shown = view.documents.find((document) => document.id === point.documentId)?.sha256;
  if (bound === undefined || shown === undefined || bound.shownSha256 !== shown) return null;
  const { session, custodian } = terms;
  return { point: point.id, field: bound.field, session, shownSha256: shown, custodian: custodian.certificate };
}

/** The handwriting, encrypted for each signature field. Nothing of it outlives this hook; after a reload the signer must write again. */
function useHands(props: WritingProps, words: HandWords) {
  const { view, terms, busy } = props;
  const announce = useAnnounce();
  const pad = useRef<PadHandle>(null);
  const [agreed, setAgreed] = useState(false);
  /** The current value, for asynchronous code. */
  const consent = useRef(false);
  const [sealed, setSealed] = useState<readonly SealedPoint[]>([]);
  const [sealing, setSealing] = useState(false);
  const [flaw, setFlaw] = useState<string | null>(null);
  const points = view.points.filter((point) => !isConsent(point));
  // What is being sent depends on this consent and these signatures: both must stay until it is done.
  const held = sealing || busy !== null;

  const agree = (yes: boolean) => {
    if (held) return;
    consent.current = yes;
    setAgreed(yes);
    setFlaw(null);
    if (yes) return;
    // Withdrawing the consent discards the handwriting.
    pad.current?.clear();
    setSealed([]);
  };
  const clear = () => {
    pad.current?.clear();
    setFlaw(null);
    announce(words.cleared);
  };
  const again = ({ id }: SignPoint) => {
    setFlaw(null);
    setSealed((before) => before.filter((one) => one.point !== id));
  };
  const keep = async (point: SignPoint) => {
    const capture = pad.current?.capture();
    if (capture === undefined || sealing) return;
    const [worst] = inkFlaws(capture, { advanced: terms.advanced, mouseAllowed: terms.mouse });
    const binding = bindingOf(point, props);
    if (worst !== undefined || binding === null) {
      setFlaw(worst === undefined ? words.otherFile : words.flaws[worst]);
      return;
    }
    setSealing(true);
    try {
      const done = await sealCapture(capture, binding);
      if (!consent.current) return;
      setSealed((before) => [...before.filter((one) => one.point !== point.id), done]);
      setFlaw(null);
      announce(words.kept);
    } catch {
      setFlaw(words.failed);
    } finally {
      pad.current?.clear();
      setSealing(false);
    }
  };
  return {
    ...{ pad, points, agreed, sealed, sealing, held, flaw, setFlaw, agree, clear, again, keep },
    current: points.find((point) => !sealed.some((one) => one.point === point.id)),
  };
}

interface HandsProps {
  hands: ReturnType<typeof useHands>;
  words: HandWords;
}

function Writing(props: WritingProps) {
  const { view, terms, busy } = props;
  const words = useHandWords(view);
  const hands = useHands(props, words);
  const agreeId = useId();
  const [empty, setEmpty] = useState(true);
  const announce = useAnnounce();
  const onEmpty = useCallback(
    (now: boolean) => {
      setEmpty(now);
      // An announcement about the empty box no longer applies.
      if (!now) announce('');
    },
    [announce],
  );
  const { points, current } = hands;
  // When everything is written the last page stays, to avoid a jump in the layout.
  const due = current ?? points.at(-1);
  const paper = view.documents.find(({ id }) => id === due?.documentId);
  const papers = view.documents.filter(({ id }) => points.some((point) => point.documentId === id));
  const onBlocked = () => {
    hands.setFlaw(words.consentFirst);
    document.getElementById(agreeId)?.focus();
  };
  return (
    <>
      <div className="content hand">
        <div className="hand-side">
          <Heading>{words.title}</Heading>
          <p className="hand-what">{papers.map(({ label }) => label).join(' · ')}</p>
          <p className="lead">{words.lead(points.length)}</p>
          <Consent
            id={agreeId}
            text={terms.consent.text}
            words={words}
            agreed={hands.agreed}
            held={hands.held}
            onAgree={hands.agree}
          />
          {due === undefined || paper === undefined ? null : (
            <FieldOnPage
              key={paper.sha256}
              api={props.api}
              reader={props.reader}
              file={paper}
              point={due}
              field={terms.points.find(({ id }) => id === due.id)?.field ?? ''}
              words={words}
              still={current === undefined || empty}
            />
          )}
        </div>
        <Desk
          {...{ hands, words, empty }}
          trouble={hands.flaw ?? (busy === null ? props.error : null)}
          onEmpty={onEmpty}
        />
      </div>
      <HandBar {...props} {...{ hands, words, onBlocked }} />
    </>
  );
}

/** The current signature and, below it, the finished ones. */
function Desk(props: HandsProps & { empty: boolean; trouble: string | null; onEmpty: (empty: boolean) => void }) {
  const { hands, words, empty } = props;
  const { points, current, sealed, setFlaw } = hands;
  const emptyId = useId();
  const countOf = (point: SignPoint) => words.count(points.indexOf(point) + 1, points.length, point.label);
  return (
    <div className="hand-desk">
      {current === undefined ? null : (
        <PointCard
          key={current.id}
          title={countOf(current)}
          tool={
            <>
              <Button
                variant="outline"
                blocked={empty}
                describedBy={empty ? emptyId : undefined}
                onPress={hands.clear}
                icon={<IconEraser aria-hidden="true" />}
              >
                {words.clear}
              </Button>
              {empty ? (
                <span id={emptyId} className="visually-hidden">
                  {words.cleared}
                </span>
              ) : null}
            </>
          }
        >
          <Pad
            ref={hands.pad}
            label={current.label}
            words={words}
            closed={!hands.agreed || hands.sealing}
            locked={!hands.agreed}
            onEmpty={props.onEmpty}
            onDraw={() => setFlaw(null)}
            onTurned={() => setFlaw(words.turned)}
          />
        </PointCard>
      )}
      <ErrorNote text={props.trouble} />
      {points.map((point) => {
        const seal = sealed.find((one) => one.point === point.id);
        return seal === undefined ? null : (
          <PointCard
            key={point.id}
            title={countOf(point)}
            tool={
              <Button
                variant="outline"
                label={words.againOf(point.label)}
                blocked={hands.held}
                onPress={() => hands.again(point)}
                icon={<IconArrowBackUp aria-hidden="true" />}
              >
                {words.again}
              </Button>
            }
          >
            <Picture drawing={seal.drawing} label={words.picture(point.label)} />
          </PointCard>
        );
      })}
    </div>
  );
}

function PointCard({ title, tool, children }: { title: string; tool: ReactNode; children: ReactNode }) {
  return (
    <section className="card hand-point" aria-label={title}>
      <div className="hand-head">
        <h2>{title}</h2>
        {tool}
      </div>
      {children}
    </section>
  );
}

/** What is missing, and the button that keeps one signature or sends all of them. */
function HandBar(props: WritingProps & HandsProps & { onBlocked: () => void }) {
  const { api, view, progress, terms, busy, hands, words, onBlocked } = props;
  const { points, current, sealed, sealing, agreed, keep } = hands;
  const stateId = useId();
  const [tried, setTried] = useState(false);
  const missing = points.length - sealed.length;
  const send = async () => {
    setTried(true);
    const given = {
      ...readingOf(progress),
      ...{ points: pointsToSign(view, progress), consentSha256: terms.consent.sha256, hands: sealed },
    };
    let stale = false;
    await props.onSign(async () => {
      try {
        return await handIn(api, given);
      } catch (thrown) {
        stale = STALE.includes(asFailure(thrown).details.code);
        throw thrown;
      }
    });
    if (stale) props.onStale();
  };
  const shared = { blocked: !agreed, onBlocked, describedBy: stateId };
  return (
    <ActionBar>
      <p className="bar-line" id={stateId} role="status">
        {missing > 0 || !agreed ? (
          <IconInfoCircle aria-hidden="true" />
        ) : (
          <IconCheck aria-hidden="true" className="good" />
        )}
        <span>{!agreed ? words.tickFirst : missing > 0 ? words.missing(missing) : words.complete(points.length)}</span>
      </p>
      {current === undefined ? (
        <Button
          {...shared}
          onPress={() => void send()}
          busy={busy === 'sign'}
          icon={<IconSignature aria-hidden="true" />}
        >
          {busy === 'sign' ? words.going : tried && props.error !== null ? words.retry : words.go}
        </Button>
      ) : (
        <Button {...shared} onPress={() => void keep(current)} busy={sealing}>
          {sealing ? words.sealing : words.keep}
        </Button>
      )}
      <div className="ways-out ways-out-single">
        <Button variant="plain" busy={busy === 'code'} onPress={props.onCode}>
          {words.code}
        </Button>
      </div>
    </ActionBar>
  );
}
