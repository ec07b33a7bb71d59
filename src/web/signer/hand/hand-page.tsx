/** Signing by hand: the consent, one box for each point, sealed as each is confirmed, handed in together (P-8, D-20…D-23). */
import { IconArrowBackUp, IconCheck, IconEraser, IconInfoCircle, IconSignature } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { HandTerms } from '#contract/handwriting.ts';
import { inkFlaws } from '#formats/ink/quality.ts';
import { asFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignPoint, SignView } from '../api/types.ts';
import { type Progress, pointsToSign } from '../flow/progress.ts';
import { isConsent } from '../flow/steps.ts';
import { troubleOf } from '../flow/trouble.ts';
import type { Running } from '../flow/use-acts.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { useAnnounce } from '../ui/live.tsx';
import { Note } from '../ui/note.tsx';
import { Consent } from './consent.tsx';
import './hand.css';
import { Pad, type PadHandle } from './pad.tsx';
import { Picture } from './picture.tsx';
import { Place, type Reader } from './place.tsx';
import { type SealedPoint, sealCapture } from './seal.ts';
import { handIn, loadTerms, type Terms } from './terms.ts';
import { handWords } from './words.ts';

/** Refusals after which the same would be refused again: the terms are asked for anew. */
const STALE: readonly string[] = ['signing.bioConsent', 'signing.handRefused'];

interface HandPageProps {
  api: SignApi;
  reader: Reader;
  view: SignView;
  progress: Progress;
  busy: Running;
  /** What the last act ended with. */
  error: string | null;
  onSign: (act: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  onCode: () => void;
}

export function HandPage(props: HandPageProps) {
  const { api } = props;
  const text = useText();
  const words = handWords(text.language.code === 'en' ? 'en' : 'it', props.view.noCodes);
  const [terms, setTerms] = useState<Terms>({ at: 'loading' });
  const load = useCallback(() => {
    setTerms({ at: 'loading' });
    void loadTerms(api).then(setTerms);
  }, [api]);
  const language = text.language.code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the consent are the server's, in the page's language
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
        {terms.at === 'failed' ? (
          <Note tone="bad" alert>
            {troubleOf(terms.failure, text).text}
          </Note>
        ) : null}
        {props.error === null ? null : (
          <Note tone="bad" alert>
            {props.error}
          </Note>
        )}
      </div>
      <ActionBar>
        {terms.at === 'failed' ? <Button onPress={load}>{words.retryTerms}</Button> : null}
        {code}
      </ActionBar>
    </>
  );
}

/** Other words, or another custodian: what was written before is of no use. */
const keyOf = ({ consent, custodian }: HandTerms): string => `${consent.sha256} ${custodian.sha256}`;

/** Nothing that was written outlives this component; a reload means writing again (P-8). */
function Writing(props: HandPageProps & { terms: HandTerms; onStale: () => void }) {
  const { api, view, progress, terms, busy } = props;
  const text = useText();
  const words = handWords(text.language.code === 'en' ? 'en' : 'it', view.noCodes);
  const announce = useAnnounce();
  const agreeId = useId();
  const emptyId = useId();
  const stateId = useId();
  const pad = useRef<PadHandle>(null);
  const [agreed, setAgreed] = useState(false);
  /** As it is now, for what has waited meanwhile. */
  const consent = useRef(false);
  const [sealed, setSealed] = useState<readonly SealedPoint[]>([]);
  const [sealing, setSealing] = useState(false);
  const [flaw, setFlaw] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [empty, setEmpty] = useState(true);
  const points = view.points.filter((point) => !isConsent(point));
  const current = points.find((point) => !sealed.some((one) => one.point === point.id));
  // When all is written the last page stays: a page that goes away would be a jump.
  const due = current ?? points.at(-1);
  const paper = view.documents.find(({ id }) => id === due?.documentId);
  const missing = points.length - sealed.length;
  const papers = view.documents.filter(({ id }) => points.some((point) => point.documentId === id));
  const written = points.flatMap((point) => {
    const seal = sealed.find((one) => one.point === point.id);
    return seal === undefined ? [] : [{ point, seal }];
  });
  const countOf = (point: SignPoint) => words.count(points.indexOf(point) + 1, points.length, point.label);

  // What is on its way rests on this consent and on these signatures: both stay until it has ended.
  const held = sealing || busy !== null;

  const agree = (yes: boolean) => {
    if (held) return;
    consent.current = yes;
    setAgreed(yes);
    setFlaw(null);
    if (yes) return;
    // Consent that is taken back takes with it what was written.
    pad.current?.clear();
    setSealed([]);
  };
  const clear = () => {
    pad.current?.clear();
    setFlaw(null);
    announce(words.cleared);
  };
  const keep = async (point: SignPoint) => {
    const capture = pad.current?.capture();
    if (capture === undefined || sealing) return;
    const [worst] = inkFlaws(capture, { advanced: terms.advanced, mouseAllowed: terms.mouse });
    if (worst !== undefined) {
      setFlaw(words.flaws[worst]);
      return;
    }
    const bound = terms.points.find((one) => one.id === point.id);
    const shown = view.documents.find((document) => document.id === point.documentId)?.sha256;
    if (bound === undefined || shown === undefined || bound.shownSha256 !== shown) {
      setFlaw(words.otherFile);
      return;
    }
    setSealing(true);
    try {
      const binding = { point: point.id, field: bound.field, session: terms.session, shownSha256: shown };
      const done = await sealCapture(capture, { ...binding, custodian: terms.custodian.certificate });
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
  const send = async () => {
    setTried(true);
    const shown = progress.read;
    const given = { points: pointsToSign(view, progress), shown, consentSha256: terms.consent.sha256, hands: sealed };
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

  const blocked = !agreed;
  const onBlocked = () => {
    setFlaw(words.consentFirst);
    document.getElementById(agreeId)?.focus();
  };
  const trouble = flaw ?? (busy === null ? props.error : null);
  return (
    <>
      <div className="content hand">
        <div className="hand-side">
          <Heading>{words.title}</Heading>
          <p className="hand-what">{papers.map(({ label }) => label).join(' · ')}</p>
          <p className="lead">{words.lead(points.length)}</p>
          <Consent id={agreeId} text={terms.consent.text} words={words} agreed={agreed} held={held} onAgree={agree} />
          {due === undefined || paper === undefined ? null : (
            <Place
              key={paper.sha256}
              api={api}
              reader={props.reader}
              file={paper}
              point={due}
              field={terms.points.find(({ id }) => id === due.id)?.field ?? ''}
              words={words}
              still={current === undefined || empty}
            />
          )}
        </div>
        <div className="hand-desk">
          {current === undefined ? null : (
            <section key={current.id} className="card hand-point" aria-label={countOf(current)}>
              <div className="hand-head">
                <h2>{countOf(current)}</h2>
                <Button
                  variant="outline"
                  blocked={empty}
                  describedBy={empty ? emptyId : undefined}
                  onPress={clear}
                  icon={<IconEraser aria-hidden="true" />}
                >
                  {words.clear}
                </Button>
                <span id={emptyId} className="visually-hidden">
                  {words.cleared}
                </span>
              </div>
              <Pad
                ref={pad}
                label={current.label}
                words={words}
                closed={blocked || sealing}
                locked={blocked}
                onEmpty={setEmpty}
                onDraw={() => setFlaw(null)}
                onTurned={() => setFlaw(words.turned)}
              />
            </section>
          )}
          {trouble === null ? null : (
            <Note tone="bad" alert>
              {trouble}
            </Note>
          )}
          {written.map(({ point, seal }) => (
            <section key={point.id} className="card hand-point" aria-label={countOf(point)}>
              <div className="hand-head">
                <h2>{countOf(point)}</h2>
                <Button
                  variant="outline"
                  label={words.againOf(point.label)}
                  blocked={held}
                  onPress={() => {
                    setFlaw(null);
                    setSealed((before) => before.filter((one) => one.point !== point.id));
                  }}
                  icon={<IconArrowBackUp aria-hidden="true" />}
                >
                  {words.again}
                </Button>
              </div>
              <Picture drawing={seal.drawing} label={words.picture(point.label)} />
            </section>
          ))}
        </div>
      </div>
      <ActionBar>
        <p className="bar-line" id={stateId} role="status">
          {missing > 0 || blocked ? (
            <IconInfoCircle aria-hidden="true" />
          ) : (
            <IconCheck aria-hidden="true" className="good" />
          )}
          <span>
            {blocked ? words.tickFirst : missing > 0 ? words.missing(missing) : words.complete(points.length)}
          </span>
        </p>
        {current === undefined ? (
          <Button
            onPress={() => void send()}
            blocked={blocked}
            onBlocked={onBlocked}
            busy={busy === 'sign'}
            describedBy={stateId}
            icon={<IconSignature aria-hidden="true" />}
          >
            {busy === 'sign' ? words.going : tried && props.error !== null ? words.retry : words.go}
          </Button>
        ) : (
          <Button
            onPress={() => void keep(current)}
            blocked={blocked}
            onBlocked={onBlocked}
            busy={sealing}
            describedBy={stateId}
          >
            {sealing ? words.sealing : words.keep}
          </Button>
        )}
        <div className="ways-out ways-out-single">
          <Button variant="plain" busy={busy === 'code'} onPress={props.onCode}>
            {words.code}
          </Button>
        </div>
      </ActionBar>
    </>
  );
}
