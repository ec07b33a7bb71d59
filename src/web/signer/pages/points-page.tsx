/** The points to confirm, one card each, none ticked beforehand; consents are a Sì/No pair (D-15, D-91). */
import { IconArrowRight, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId } from 'react';
import type { ConsentChoice, SignPoint, SignView } from '../api/types.ts';
import type { Progress } from '../flow/progress.ts';
import { isAnswered, isConsent, missingPoints } from '../flow/steps.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { Note } from '../ui/note.tsx';
import { MaskedPhone } from '../ui/phone.tsx';

interface PointsPageProps {
  view: SignView;
  progress: Progress;
  busy: boolean;
  error: string | null;
  onConfirm: (id: string, confirmed: boolean) => void;
  onChoose: (id: string, choice: ConsentChoice) => void;
  onSee: (point: SignPoint) => void;
  onCode: () => void;
}

export function PointsPage(props: PointsPageProps) {
  const { view, progress } = props;
  const text = useText();
  const stateId = useId();
  const signatures = view.points.filter((point) => !isConsent(point));
  const missing = missingPoints(view, progress);
  const due = missing[0]?.id;
  const blocked = missing.length > 0;

  return (
    <>
      <div className="content">
        <Heading>{text.points.title}</Heading>
        <p className="lead">{text.points.lead}</p>
        {view.documents.map((document) => {
          const points = view.points.filter((point) => point.documentId === document.id);
          if (points.length === 0) return null;
          return (
            <section key={document.id} className="points">
              {view.documents.length > 1 ? <h2>{document.label}</h2> : null}
              {points.map((point) => {
                const shared = { key: point.id, point, progress, due: point.id === due, onSee: props.onSee };
                return isConsent(point) ? (
                  <ConsentCard {...shared} key={point.id} onChoose={props.onChoose} />
                ) : (
                  <SignatureCard
                    {...shared}
                    key={point.id}
                    index={signatures.indexOf(point) + 1}
                    of={signatures.length}
                    onConfirm={props.onConfirm}
                  />
                );
              })}
            </section>
          );
        })}
        {props.error === null ? null : (
          <Note tone="bad" alert>
            {props.error}
          </Note>
        )}
      </div>
      <ActionBar>
        <p className="bar-line" id={stateId} role="status">
          {blocked ? <IconInfoCircle aria-hidden="true" /> : <IconCheck aria-hidden="true" className="good" />}
          <span>{blocked ? text.points.missing(missing.length) : text.points.complete}</span>
        </p>
        <Button
          onPress={props.onCode}
          blocked={blocked}
          busy={props.busy}
          describedBy={stateId}
          iconAfter={blocked ? undefined : <IconArrowRight aria-hidden="true" />}
        >
          {props.busy ? text.points.going : progress.code === null ? text.points.go : text.points.toCode}
        </Button>
        {blocked ? null : (
          <p className="bar-note">
            {text.points.where} <MaskedPhone masked={view.signer.maskedPhone} />
          </p>
        )}
      </ActionBar>
    </>
  );
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

function ConsentCard({ point, progress, due, onSee, onChoose }: CardProps & { onChoose: PointsPageProps['onChoose'] }) {
  const text = useText();
  const name = useId();
  const chosen = progress.choices[point.id];
  return (
    <fieldset className="card consent" data-due={due || undefined} disabled={point.signed}>
      <legend>
        <span className="point-count">{point.optional ? text.points.optional : text.points.needed}</span>
        <span className="consent-label">{point.label}</span>
      </legend>
      <div className="pair">
        {(['GRANTED', 'DENIED'] as const).map((choice) => (
          <label key={choice} data-chosen={chosen === choice || undefined}>
            <input type="radio" name={name} checked={chosen === choice} onChange={() => onChoose(point.id, choice)} />
            {chosen === choice ? <IconCheck aria-hidden="true" /> : null}
            <span>{choice === 'GRANTED' ? text.points.yes : text.points.no}</span>
          </label>
        ))}
      </div>
      <SeeButton point={point} onSee={onSee} />
    </fieldset>
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
