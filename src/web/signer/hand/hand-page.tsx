/** Signing by handwriting: the consent, one box for each signature field, each encrypted when confirmed, all sent together. */
import { IconArrowBackUp, IconCheck, IconEraser, IconInfoCircle, IconSignature } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { inkFlaws } from '#formats/ink/quality.ts';
import { languageCode } from '../../shared/chrome/language-switch.ts';
import { asFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignPoint, SignView } from '../api/types.ts';
import { type Progress, pointsToSign, readingOf } from '../flow/progress.ts';
import { troubleOf } from '../flow/refused-action.ts';
import { isConsent } from '../flow/steps.ts';
import type { RunningAction } from '../flow/use-signer-actions.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { Consent } from './consent.tsx';
import './hand.css';
import { type SealedPoint, sealCapture } from './encrypt-capture.ts';
import { type DocumentReader, FieldOnPage } from './field-on-page.tsx';
import { type HandTexts, handTexts } from './hand-texts.ts';
import { Pad, type PadHandle } from './pad.tsx';
import { Picture } from './picture.tsx';
import { type HandTermsState, loadTerms, submitHandwriting } from './terms.ts';

/** Refusals that would be repeated for the same input: load the terms again. */
const STALE_CODES: readonly string[] = ['signing.bioConsent', 'signing.handRefused'];

interface HandPageProps {
  api: SignApi;
  reader: DocumentReader;
  view: SignView;
  progress: Progress;
  busy: RunningAction;
  /** Error of the last action. */
  error: string | null;
  onSign: (call: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  onCode: () => void;
}

function useHandTexts(view: SignView): HandTexts {
  const text = useText();
  return handTexts(languageCode(text), view.noCodes);
}

export function HandPage(props: HandPageProps) {
  const { api } = props;
  const text = useText();
  const texts = useHandTexts(props.view);
  const [terms, setTerms] = useState<HandTermsState>({ status: 'loading' });
  const load = useCallback(() => {
    setTerms({ status: 'loading' });
    void loadTerms(api).then(setTerms);
  }, [api]);
  const language = text.language.code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server returns the consent in the page's language
  useEffect(load, [load, language]);

  if (terms.status === 'ready')
    return <Writing {...props} terms={terms.terms} key={keyOf(terms.terms)} onStale={load} />;
  const codeButton = (
    <Button
      variant={terms.status === 'notHere' ? 'primary' : 'outline'}
      busy={props.busy === 'code'}
      onPress={props.onCode}
    >
      {texts.code}
    </Button>
  );
  return (
    <>
      <div className="content">
        <Heading>{texts.title}</Heading>
        {terms.status === 'loading' ? <p role="status">{texts.loading}</p> : null}
        {terms.status === 'notHere' ? <Note tone="waiting">{texts.notHere}</Note> : null}
        <ErrorNote text={terms.status === 'failed' ? troubleOf(terms.failure, text).text : null} />
        <ErrorNote text={props.error} />
      </div>
      <ActionBar>
        {terms.status === 'failed' ? <Button onPress={load}>{texts.retryTerms}</Button> : null}
        {codeButton}
      </ActionBar>
    </>
  );
}

/** Another consent text or another custodian: earlier handwriting cannot be used. */
const keyOf = ({ consent, custodian }: HandTerms): string => `${consent.sha256} ${custodian.sha256}`;

type WritingPageProps = HandPageProps & { terms: HandTerms; onStale: () => void };

/** The field and bytes to which a signature is bound; null when the terms are about other bytes than those shown. */
function bindingOf(point: SignPoint, { view, terms }: WritingPageProps) {
  const boundPoint = terms.points.find((candidate) => candidate.id === point.id);
  const shown = view.documents.find((document) => document.id === point.documentId)?.sha256;
  if (boundPoint === undefined || shown === undefined || boundPoint.shownSha256 !== shown) return null;
  const { session, custodian } = terms;
  return { point: point.id, field: boundPoint.field, session, shownSha256: shown, custodian: custodian.certificate };
}

/** The handwriting, encrypted for each signature field. Nothing of it outlives this hook; after a reload the signer must write again. */
function useHandSignatures(props: WritingPageProps, texts: HandTexts) {
  const { view, terms, busy } = props;
  const announce = useAnnounce();
  const pad = useRef<PadHandle>(null);
  const [agreed, setAgreed] = useState(false);
  /** The current value, for asynchronous code. */
  const hasConsent = useRef(false);
  const [sealed, setSealed] = useState<readonly SealedPoint[]>([]);
  const [sealing, setSealing] = useState(false);
  const [flaw, setFlaw] = useState<string | null>(null);
  const points = view.points.filter((point) => !isConsent(point));
  // The request depends on this consent and these signatures: both are locked until it has ended.
  const isBusy = sealing || busy !== null;

  const agree = (isAgreed: boolean) => {
    if (isBusy) return;
    hasConsent.current = isAgreed;
    setAgreed(isAgreed);
    setFlaw(null);
    if (isAgreed) return;
    // Withdrawing the consent discards the handwriting.
    pad.current?.clear();
    setSealed([]);
  };
  const clear = () => {
    pad.current?.clear();
    setFlaw(null);
    announce(texts.cleared);
  };
  const again = ({ id }: SignPoint) => {
    setFlaw(null);
    setSealed((previous) => previous.filter((signature) => signature.point !== id));
  };
  const keep = async (point: SignPoint) => {
    const capture = pad.current?.capture();
    if (capture === undefined || sealing) return;
    const [worstFlaw] = inkFlaws(capture, { advanced: terms.advanced, mouseAllowed: terms.mouse });
    const binding = bindingOf(point, props);
    if (worstFlaw !== undefined || binding === null) {
      setFlaw(worstFlaw === undefined ? texts.otherFile : texts.flaws[worstFlaw]);
      return;
    }
    setSealing(true);
    try {
      const sealedPoint = await sealCapture(capture, binding);
      if (!hasConsent.current) return;
      setSealed((previous) => [...previous.filter((signature) => signature.point !== point.id), sealedPoint]);
      setFlaw(null);
      announce(texts.kept);
    } catch {
      setFlaw(texts.failed);
    } finally {
      pad.current?.clear();
      setSealing(false);
    }
  };
  return {
    ...{ pad, points, agreed, sealed, sealing, held: isBusy, flaw, setFlaw, agree, clear, again, keep },
    current: points.find((point) => !sealed.some((signature) => signature.point === point.id)),
  };
}

interface HandsProps {
  hands: ReturnType<typeof useHandSignatures>;
  texts: HandTexts;
}

function Writing(props: WritingPageProps) {
  const { view, terms, busy } = props;
  const texts = useHandTexts(view);
  const hands = useHandSignatures(props, texts);
  const agreeId = useId();
  const [empty, setEmpty] = useState(true);
  const announce = useAnnounce();
  const onEmpty = useCallback(
    (isEmpty: boolean) => {
      setEmpty(isEmpty);
      // An announcement about the empty box no longer applies.
      if (!isEmpty) announce('');
    },
    [announce],
  );
  const { points, current } = hands;
  // When everything is written the last page stays, to avoid a jump in the layout.
  const shownPoint = current ?? points.at(-1);
  const shownDocument = view.documents.find(({ id }) => id === shownPoint?.documentId);
  const documents = view.documents.filter(({ id }) => points.some((point) => point.documentId === id));
  const onBlocked = () => {
    hands.setFlaw(texts.consentFirst);
    document.getElementById(agreeId)?.focus();
  };
  return (
    <>
      <div className="content hand">
        <div className="hand-side">
          <Heading>{texts.title}</Heading>
          <p className="hand-what">{documents.map(({ label }) => label).join(' · ')}</p>
          <p className="lead">{texts.lead(points.length)}</p>
          <Consent
            id={agreeId}
            text={terms.consent.text}
            texts={texts}
            agreed={hands.agreed}
            isLocked={hands.held}
            onAgree={hands.agree}
          />
          {shownPoint === undefined || shownDocument === undefined ? null : (
            <FieldOnPage
              key={shownDocument.sha256}
              api={props.api}
              reader={props.reader}
              file={shownDocument}
              point={shownPoint}
              field={terms.points.find(({ id }) => id === shownPoint.id)?.field ?? ''}
              texts={texts}
              isIdle={current === undefined || empty}
            />
          )}
        </div>
        <Desk
          {...{ hands, texts, empty }}
          trouble={hands.flaw ?? (busy === null ? props.error : null)}
          onEmpty={onEmpty}
        />
      </div>
      <HandActions {...props} {...{ hands, texts, onBlocked }} />
    </>
  );
}

/** The current signature and, below it, the finished ones. */
function Desk(props: HandsProps & { empty: boolean; trouble: string | null; onEmpty: (empty: boolean) => void }) {
  const { hands, texts, empty } = props;
  const { points, current, sealed, setFlaw } = hands;
  const emptyId = useId();
  const titleOf = (point: SignPoint) => texts.count(points.indexOf(point) + 1, points.length, point.label);
  return (
    <div className="hand-desk">
      {current === undefined ? null : (
        <PointCard
          key={current.id}
          title={titleOf(current)}
          tool={
            <>
              <Button
                variant="outline"
                blocked={empty}
                describedBy={empty ? emptyId : undefined}
                onPress={hands.clear}
                icon={<IconEraser aria-hidden="true" />}
              >
                {texts.clear}
              </Button>
              {empty ? (
                <span id={emptyId} className="visually-hidden">
                  {texts.cleared}
                </span>
              ) : null}
            </>
          }
        >
          <Pad
            ref={hands.pad}
            label={current.label}
            texts={texts}
            closed={!hands.agreed || hands.sealing}
            locked={!hands.agreed}
            onEmpty={props.onEmpty}
            onDraw={() => setFlaw(null)}
            onResized={() => setFlaw(texts.turned)}
          />
        </PointCard>
      )}
      <ErrorNote text={props.trouble} />
      {points.map((point) => {
        const sealedPoint = sealed.find((signature) => signature.point === point.id);
        return sealedPoint === undefined ? null : (
          <PointCard
            key={point.id}
            title={titleOf(point)}
            tool={
              <Button
                variant="outline"
                label={texts.againOf(point.label)}
                blocked={hands.held}
                onPress={() => hands.again(point)}
                icon={<IconArrowBackUp aria-hidden="true" />}
              >
                {texts.again}
              </Button>
            }
          >
            <Picture drawing={sealedPoint.drawing} label={texts.picture(point.label)} />
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
function HandActions(props: WritingPageProps & HandsProps & { onBlocked: () => void }) {
  const { api, view, progress, terms, busy, hands, texts, onBlocked } = props;
  const { points, current, sealed, sealing, agreed, keep } = hands;
  const stateId = useId();
  const [hasTried, setHasTried] = useState(false);
  const missing = points.length - sealed.length;
  const send = async () => {
    setHasTried(true);
    const submission = {
      ...readingOf(progress),
      ...{ points: pointsToSign(view, progress), consentSha256: terms.consent.sha256, hands: sealed },
    };
    let isStale = false;
    await props.onSign(async () => {
      try {
        return await submitHandwriting(api, submission);
      } catch (error) {
        isStale = STALE_CODES.includes(asFailure(error).details.code);
        throw error;
      }
    });
    if (isStale) props.onStale();
  };
  const buttonProps = { blocked: !agreed, onBlocked, describedBy: stateId };
  return (
    <ActionBar>
      <p className="bar-line" id={stateId} role="status">
        {missing > 0 || !agreed ? (
          <IconInfoCircle aria-hidden="true" />
        ) : (
          <IconCheck aria-hidden="true" className="good" />
        )}
        <span>{!agreed ? texts.tickFirst : missing > 0 ? texts.missing(missing) : texts.complete(points.length)}</span>
      </p>
      {current === undefined ? (
        <Button
          {...buttonProps}
          onPress={() => void send()}
          busy={busy === 'sign'}
          icon={<IconSignature aria-hidden="true" />}
        >
          {busy === 'sign' ? texts.going : hasTried && props.error !== null ? texts.retry : texts.go}
        </Button>
      ) : (
        <Button {...buttonProps} onPress={() => void keep(current)} busy={sealing}>
          {sealing ? texts.sealing : texts.keep}
        </Button>
      )}
      <div className="ways-out ways-out-single">
        <Button variant="plain" busy={busy === 'code'} onPress={props.onCode}>
          {texts.code}
        </Button>
      </div>
    </ActionBar>
  );
}
