/** The signature fields to confirm, one card each, none ticked in advance; consents are a Sì/No pair. */
import { IconArrowRight, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { isOnTablet } from '../../shared/on-tablet.ts';
import type { ConsentChoice, SignPoint, SignView } from '../api/types.ts';
import type { Progress } from '../flow/progress.ts';
import { isAnswered, isConsent, missingPoints } from '../flow/steps.ts';
import type { Catalogue } from '../text/it.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { MaskedPhone } from '../ui/phone-link.tsx';
import { ConsentGroup } from './consent-group.tsx';

interface PointsPageProps {
  view: SignView;
  progress: Progress;
  busy: boolean;
  error: string | null;
  onConfirm: (id: string, confirmed: boolean) => void;
  onChoose: (id: string, choice: ConsentChoice) => void;
  onSee: (point: SignPoint) => void;
  onCode: () => void;
  onHand: () => void;
  /** Neither code nor tablet: the signer asks the dealer for paper. */
  onPaper: () => void;
}

export function PointsPage(props: PointsPageProps) {
  const { view, progress } = props;
  const text = useText();
  const missing = missingPoints(view, progress);
  const byHand = view.byHand === true && isOnTablet();
  const consents = view.points.some(isConsent);
  const single = view.points.length === 1;
  return (
    <>
      <div className="content">
        <Heading>{text.points.title}</Heading>
        <p className="lead">{consents ? text.points.leadConsents : single ? text.points.leadOne : text.points.lead}</p>
        {view.documents.map((document) => {
          const points = view.points.filter((point) => point.documentId === document.id);
          if (points.length === 0) return null;
          return (
            <section key={document.id} className="points">
              {view.documents.length > 1 ? <h2>{document.label}</h2> : null}
              <DocumentPoints {...props} points={points} due={missing[0]?.id} />
            </section>
          );
        })}
        {view.byHand && !byHand ? (
          <Note tone="neutral">{view.noCodes ? text.points.onTabletOnly : text.points.onTablet}</Note>
        ) : null}
        <ErrorNote text={props.error} />
      </div>
      <PointsBar {...props} byHand={byHand} missing={missing} />
    </>
  );
}

/** The signature fields and consents of one document. */
function DocumentPoints(props: PointsPageProps & { points: readonly SignPoint[]; due: string | undefined }) {
  const { progress, due, onSee } = props;
  const signatures = props.view.points.filter((point) => !isConsent(point));
  return groupConsents(props.points).map(([point, ...otherConsents]) =>
    isConsent(point) ? (
      <ConsentGroup
        key={point.id}
        points={[point, ...otherConsents]}
        {...{ progress, due, onSee }}
        onChoose={props.onChoose}
      />
    ) : (
      <SignatureCard
        key={point.id}
        {...{ point, progress, onSee }}
        due={point.id === due}
        index={signatures.indexOf(point) + 1}
        total={signatures.length}
        onConfirm={props.onConfirm}
      />
    ),
  );
}

function missingText(text: Catalogue['points'], missing: readonly SignPoint[]): string {
  const answers = missing.filter(isConsent).length;
  const confirmations = missing.length - answers;
  if (answers === 0) return text.missing(confirmations);
  return confirmations === 0 ? text.missingAnswers(answers) : text.missingBoth(answers, confirmations);
}

/** What is missing, and the buttons to continue. */
function PointsBar(props: PointsPageProps & { byHand: boolean; missing: readonly SignPoint[] }) {
  const { view, byHand, missing, busy } = props;
  const { points: text } = useText();
  const stateId = useId();
  const [firstMissing] = missing;
  // With a single signature, the button's label names both of its effects: confirm, then request the code.
  const isSingle = view.points.length === 1 && !byHand && props.progress.code === null;
  const pointToConfirm = isSingle && firstMissing !== undefined && !isConsent(firstMissing) ? firstMissing : null;
  const isBlocked = missing.length > 0 && pointToConfirm === null;
  const buttonProps = { blocked: isBlocked, onBlocked: focusMissing, describedBy: stateId };
  const completeText = view.points.length === 1 ? text.completeOne : text.complete;
  const requestLabel = byHand ? text.byCode : text.go;
  const codeLabel = props.progress.code !== null ? text.toCode : pointToConfirm ? text.confirmAndGo : requestLabel;
  const onCode = () => {
    if (pointToConfirm) props.onConfirm(pointToConfirm.id, true);
    props.onCode();
  };
  return (
    <ActionBar>
      <p className="bar-line" id={stateId} role="status">
        {missing.length > 0 ? <IconInfoCircle aria-hidden="true" /> : <IconCheck aria-hidden="true" className="good" />}
        <span>{missing.length > 0 ? missingText(text, missing) : completeText}</span>
      </p>
      {byHand ? (
        <Button {...buttonProps} onPress={props.onHand}>
          {text.byHand}
        </Button>
      ) : null}
      {view.noCodes ? (
        <Button variant="outline" onPress={props.onPaper}>
          {text.onPaper}
        </Button>
      ) : (
        <Button
          {...{ ...buttonProps, busy }}
          variant={byHand ? 'outline' : 'primary'}
          onPress={onCode}
          iconAfter={isBlocked ? undefined : <IconArrowRight aria-hidden="true" />}
        >
          {busy ? text.going : codeLabel}
        </Button>
      )}
      {isBlocked || view.noCodes ? null : (
        <p className="bar-note">
          {text.where} <MaskedPhone masked={view.signer.maskedPhone} />
        </p>
      )}
    </ActionBar>
  );
}

type PointGroup = [SignPoint, ...SignPoint[]];

/** Groups neighbouring consents of one purpose; every other point is a group of its own. */
function groupConsents(points: readonly SignPoint[]): PointGroup[] {
  const groups: PointGroup[] = [];
  for (const point of points) {
    const last = groups.at(-1);
    if (last && isConsent(point) && point.group !== undefined && last[0].group === point.group) last.push(point);
    else groups.push([point]);
  }
  return groups;
}

/** A blocked click moves the focus to the first missing point, because its visual mark is not accessible to all. */
function focusMissing(): void {
  document.querySelector<HTMLElement>('[data-due] input')?.focus();
}

interface SignatureCardProps {
  point: SignPoint;
  progress: Progress;
  /** The next one to answer. */
  due: boolean;
  onSee: (point: SignPoint) => void;
}

function SignatureCard(
  props: SignatureCardProps & { index: number; total: number; onConfirm: (id: string, confirmed: boolean) => void },
) {
  const { point, progress, due } = props;
  const text = useText();
  const id = useId();
  const isConfirmed = isAnswered(point, progress);
  return (
    <div className="card point" data-confirmed={isConfirmed || undefined} data-due={due || undefined}>
      <input
        id={id}
        type="checkbox"
        checked={isConfirmed}
        disabled={point.signed}
        aria-describedby={`${id}-count`}
        onChange={(event) => props.onConfirm(point.id, event.currentTarget.checked)}
      />
      <span className="tick" aria-hidden="true">
        <IconCheck />
      </span>
      <div className="point-body">
        <p className="point-count" id={`${id}-count`}>
          {text.points.count(props.index, props.total)}
          {point.signed ? ` · ${text.points.already}` : ''}
          {point.optional ? ` · ${text.points.optional}` : ''}
        </p>
        <label htmlFor={id}>{point.label}</label>
        {point.kind.toLowerCase().includes('clause') ? <p className="point-why">{text.points.clause}</p> : null}
        <SeeButton point={point} onSee={props.onSee} />
      </div>
    </div>
  );
}

function SeeButton({ point, onSee }: { point: SignPoint; onSee: (point: SignPoint) => void }) {
  const text = useText();
  return (
    <button
      type="button"
      className="see"
      aria-label={text.points.seeOf(point.page, point.label)}
      onClick={() => onSee(point)}
    >
      {text.points.see(point.page)}
    </button>
  );
}
