/** The consents of one purpose: the purpose, then a Sì/No pair for each channel, none preselected. */
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { ConsentChoice, SignPoint } from '../api/types.ts';
import type { Progress } from '../flow/progress.ts';
import { useText } from '../text/language.ts';

interface ConsentGroupProps {
  /** At least one; all of the same purpose. */
  points: readonly SignPoint[];
  progress: Progress;
  /** The next point to answer. */
  due: string | undefined;
  onChoose: (id: string, choice: ConsentChoice) => void;
  onSee: (point: SignPoint) => void;
}

export function ConsentGroup({ points, progress, due, onChoose, onSee }: ConsentGroupProps) {
  const text = useText();
  const headingId = useId();
  const [firstPoint] = points;
  if (firstPoint === undefined) return null;
  const group = firstPoint.group ?? firstPoint.label;
  return (
    <section className="card consents" aria-labelledby={headingId}>
      <h3 id={headingId}>{group}</h3>
      {firstPoint.text ? <p className="consent-text">{firstPoint.text}</p> : null}
      {points.map((point) => (
        <ConsentRow
          key={point.id}
          point={point}
          chosen={progress.choices[point.id]}
          due={point.id === due}
          onChoose={onChoose}
        />
      ))}
      <button
        type="button"
        className="see"
        aria-label={text.points.seeOf(firstPoint.page, group)}
        onClick={() => onSee(firstPoint)}
      >
        {text.points.see(firstPoint.page)}
      </button>
    </section>
  );
}

function ConsentRow(props: {
  point: SignPoint;
  chosen: ConsentChoice | undefined;
  due: boolean;
  onChoose: ConsentGroupProps['onChoose'];
}) {
  const text = useText();
  const groupName = useId();
  const { point, chosen, due } = props;
  return (
    <fieldset className="consent" data-due={due || undefined} disabled={point.signed}>
      <legend>
        <span className="visually-hidden">{point.group && point.item ? `${point.group}: ` : ''}</span>
        {point.item ?? point.label}
      </legend>
      <div className="pair">
        {(['GRANTED', 'DENIED'] as const).map((choice) => (
          <label key={choice} data-chosen={chosen === choice || undefined}>
            <input
              type="radio"
              name={groupName}
              required
              checked={chosen === choice}
              onChange={() => props.onChoose(point.id, choice)}
            />
            {chosen === choice ? <IconCheck aria-hidden="true" /> : null}
            <span>{choice === 'GRANTED' ? text.points.yes : text.points.no}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
