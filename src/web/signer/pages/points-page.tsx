/** The points to confirm, one card each, none ticked beforehand; consents are a Sì/No pair (D-15, D-91). */
import { IconArrowRight, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { isOnTablet } from '../../shared/on-tablet.ts';
import type { ConsentChoice, SignPoint, SignView } from '../api/types.ts';
import type { Progress } from '../flow/progress.ts';
import { isAnswered, isConsent, missingPoints } from '../flow/steps.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { Note } from '../ui/note.tsx';
import { MaskedPhone } from '../ui/phone.tsx';
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
  /** Neither a code nor a tablet: the dealer is asked for paper. */
  onPaper: () => void;
}

export function PointsPage(props: PointsPageProps) {
  const { view, progress } = props;
  const text = useText();
  const stateId = useId();
  const signatures = view.points.filter((point) => !isConsent(point));
  const missing = missingPoints(view, progress);
  const due = missing[0]?.id;
  const blocked = missing.length > 0;
  const byHand = view.byHand === true && isOnTablet();
  const consents = signatures.length < view.points.length;
  const single = view.points.length === 1;
  const answers = missing.filter(isConsent).length;
  const confirmations = missing.length - answers;
  const missingWords =
    answers === 0
      ? text.points.missing(confirmations)
      : confirmations === 0
        ? text.points.missingAnswers(answers)
        : text.points.missingBoth(answers, confirmations);

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
              {grouped(points).map(([point, ...others]) =>
                isConsent(point) ? (
                  <ConsentGroup
                    key={point.id}
                    points={[point, ...others]}
                    progress={progress}
                    due={due}
                    onChoose={props.onChoose}
                    onSee={props.onSee}
                  />
                ) : (
                  <SignatureCard
                    key={point.id}
                    point={point}
                    progress={progress}
                    due={point.id === due}
                    onSee={props.onSee}
                    index={signatures.indexOf(point) + 1}
                    of={signatures.length}
                    onConfirm={props.onConfirm}
                  />
                ),
              )}
            </section>
          );
        })}
        {view.byHand && !byHand ? (
          <Note tone="neutral">{view.noCodes ? text.points.onTabletOnly : text.points.onTablet}</Note>
        ) : null}
        {props.error === null ? null : (
          <Note tone="bad" alert>
            {props.error}
          </Note>
        )}
      </div>
      <ActionBar>
        <p className="bar-line" id={stateId} role="status">
          {blocked ? <IconInfoCircle aria-hidden="true" /> : <IconCheck aria-hidden="true" className="good" />}
          <span>{blocked ? missingWords : single ? text.points.completeOne : text.points.complete}</span>
        </p>
        {byHand ? (
          <Button onPress={props.onHand} blocked={blocked} onBlocked={showMissing} describedBy={stateId}>
            {text.points.byHand}
          </Button>
        ) : null}
        {view.noCodes ? (
          <Button variant="outline" onPress={props.onPaper}>
            {text.points.onPaper}
          </Button>
        ) : (
          <Button
            variant={byHand ? 'outline' : 'primary'}
            onPress={props.onCode}
            blocked={blocked}
            onBlocked={showMissing}
            busy={props.busy}
            describedBy={stateId}
            iconAfter={blocked ? undefined : <IconArrowRight aria-hidden="true" />}
          >
            {props.busy
              ? text.points.going
              : progress.code !== null
                ? text.points.toCode
                : byHand
                  ? text.points.byCode
                  : text.points.go}
          </Button>
        )}
        {blocked || view.noCodes ? null : (
          <p className="bar-note">
            {text.points.where} <MaskedPhone masked={view.signer.maskedPhone} />
          </p>
        )}
      </ActionBar>
    </>
  );
}

type Group = [SignPoint, ...SignPoint[]];

/** Neighbouring consents of one purpose stand together; every other point alone. */
function grouped(points: readonly SignPoint[]): Group[] {
  const groups: Group[] = [];
  for (const point of points) {
    const last = groups.at(-1);
    if (last && isConsent(point) && point.group !== undefined && last[0].group === point.group) last.push(point);
    else groups.push([point]);
  }
  return groups;
}

/** A blocked press leads to the first point that waits, which its mark alone would not tell who does not see it. */
function showMissing(): void {
  document.querySelector<HTMLElement>('[data-due] input')?.focus();
}

interface CardProps {
  point: SignPoint;
  progress: Progress;
  /** The next one to look at. */
  due: boolean;
  onSee: (point: SignPoint) => void;
}

function SignatureCard(
  props: CardProps & { index: number; of: number; onConfirm: (id: string, confirmed: boolean) => void },
) {
  const { point, progress, due } = props;
  const text = useText();
  const id = useId();
  const confirmed = isAnswered(point, progress);
  return (
    <div className="card point" data-confirmed={confirmed || undefined} data-due={due || undefined}>
      <input
        id={id}
        type="checkbox"
        checked={confirmed}
        disabled={point.signed}
        aria-describedby={`${id}-count`}
        onChange={(event) => props.onConfirm(point.id, event.currentTarget.checked)}
      />
      <span className="tick" aria-hidden="true">
        <IconCheck />
      </span>
      <div className="point-body">
        <p className="point-count" id={`${id}-count`}>
          {text.points.count(props.index, props.of)}
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
