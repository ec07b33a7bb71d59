/** The list of signature fields next to the page: signer, position, on the page or on the added page, and "remember". */
import { IconArrowBarDown, IconFocus2, IconPlus, IconTarget, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNames } from '../../connected/user-names.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Checkbox } from '../../ui/inputs/control-styles.ts';
import { SmallButton } from '../../ui/small-button.ts';
import { faultText } from './field-notes.tsx';
import {
  asBox,
  type Draft,
  type Drafts,
  draftsOf,
  firstPlace,
  isDoubtful,
  isMovable,
  layoutOf,
  openOffers,
  ownDrafts,
  placeAtField,
  placeProblem,
  type RefusedPlaces,
  refusalAt,
  type SeenPlaces,
} from './place-drafts.ts';
import classes from './places.module.css';
import { useWhere } from './position-text.ts';

type Point = SeenPlaces['points'][number];

export interface PanelProps {
  places: SeenPlaces;
  drafts: Drafts;
  refused: RefusedPlaces;
  shown: number;
  /** Label of the document type. */
  type: string;
  remember: boolean;
  busy: boolean;
  onRemember: (remember: boolean) => void;
  onPut: (point: number, place: Draft) => void;
  onShow: (page: number) => void;
  /** Null while nothing was chosen for this document. */
  onReset: (() => void) | null;
}

export function PointsPanel(props: PanelProps) {
  const { t } = useTranslation();
  const { places } = props;
  const { approval } = places;
  const addApproval = () => {
    const taken = [...props.drafts.values()].flatMap((at) => at ?? []);
    const [line] = approval?.offers ?? [];
    const first = line ? { page: line.page, box: asBox(line.box) } : firstPlace(layoutOf(places), props.shown, taken);
    if (approval && first) props.onPut(approval.point, first);
  };
  const movable = [...ownDrafts(places, props.drafts).values()];
  return (
    <div className={classes.panel}>
      <ul className={classes.list} aria-label={t('signaturePlaces.list')}>
        {places.points.map((point) => (
          <PointItem key={point.point} {...props} point={point} movable={isMovable(places, point)} />
        ))}
      </ul>
      {approval && !props.drafts.has(approval.point) ? (
        <div>
          <SmallButton leftSection={<IconPlus size={14} stroke={1.9} />} disabled={props.busy} onClick={addApproval}>
            {t('signaturePlaces.addApproval')}
          </SmallButton>
          <p className={classes.who}>{t('signaturePlaces.addApprovalHint')}</p>
        </div>
      ) : null}
      {places.fixed === null || (approval && props.drafts.has(approval.point)) ? (
        <>
          <Checkbox
            label={t('signaturePlaces.remember', { type: props.type })}
            description={t(
              movable.length > 0 && movable.every((place) => place === null)
                ? 'signaturePlaces.rememberNone'
                : 'signaturePlaces.rememberHint',
            )}
            checked={props.remember}
            disabled={props.busy}
            onChange={(event) => props.onRemember(event.currentTarget.checked)}
          />
          {props.onReset ? (
            <div>
              <SmallButton disabled={props.busy} onClick={props.onReset}>
                {t('signaturePlaces.reset')}
              </SmallButton>
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function PointItem(props: PanelProps & { point: Point; movable: boolean }) {
  const { t } = useTranslation();
  const { places, drafts, point, movable, shown, busy } = props;
  const where = useWhere(places);
  const place = drafts.get(point.point) ?? null;
  const layout = layoutOf(places);
  const issue = placeProblem(places, drafts, point);
  const message = refusalAt(props.refused, drafts, point.point);
  const named = { label: point.label, page: shown };
  const atField = movable ? placeAtField(places, point) : null;
  const toField = isDoubtful(point) ? 'backToField' : 'atField';
  const away = point.added ? 'drop' : 'addedPage';
  const isAtField = JSON.stringify(place) === JSON.stringify(atField);
  const putHere = () => {
    const occupied = [...drafts].flatMap(([other, at]) => (other !== point.point && at ? [at] : []));
    const first = firstPlace(layout, shown, occupied);
    if (first) props.onPut(point.point, first);
  };
  return (
    <li className={classes.point} data-bad={issue || message ? '' : undefined}>
      <span className={classes.label}>{point.label}</span>
      {point.signer ? <span className={classes.who}>{point.signer}</span> : null}
      <span className={classes.who}>{where(place)}</span>
      {point.problem ? (
        <span className={point.problem.settled ? classes.who : classes.issue}>
          {t('signaturePlaces.problem', faultText(t, point.problem))}
        </span>
      ) : null}
      <Origin {...props} />
      {issue ? <span className={classes.issue}>{t(`signaturePlaces.issue.${issue}`)}</span> : null}
      {message ? <span className={classes.issue}>{t('signaturePlaces.refused', { message })}</span> : null}
      <Offers {...props} />
      <span className={classes.buttons}>
        {place && place.page !== shown ? (
          <PointButton
            icon={IconFocus2}
            label={t('signaturePlaces.showNamed', { ...named, page: place.page })}
            onClick={() => props.onShow(place.page)}
          >
            {t('signaturePlaces.show', { page: place.page })}
          </PointButton>
        ) : null}
        {movable && place?.page !== shown ? (
          <PointButton busy={busy} icon={IconPlus} label={t('signaturePlaces.putNamed', named)} onClick={putHere}>
            {t('signaturePlaces.put', { page: shown })}
          </PointButton>
        ) : null}
        {atField && !isAtField ? (
          <PointButton
            busy={busy}
            icon={IconTarget}
            label={t(`signaturePlaces.${toField}Named`, named)}
            onClick={() => props.onPut(point.point, isDoubtful(point) ? null : atField)}
          >
            {t(`signaturePlaces.${toField}`)}
          </PointButton>
        ) : null}
        {movable && !isDoubtful(point) && (place || point.added) ? (
          <PointButton
            busy={busy}
            icon={point.added ? IconX : IconArrowBarDown}
            label={t(`signaturePlaces.${away}Named`, named)}
            onClick={() => props.onPut(point.point, null)}
          >
            {t(`signaturePlaces.${away}`)}
          </PointButton>
        ) : null}
      </span>
    </li>
  );
}

/** Up to this many lines are listed; the others are on their pages. */
const MAX_NAMED = 4;

function Offers(props: PanelProps & { point: Point }) {
  const { t } = useTranslation();
  const { point } = props;
  const offers = openOffers(props.places, props.drafts, point).slice(0, MAX_NAMED);
  if (offers.length === 0) return null;
  return (
    <>
      <span className={classes.who}>{t('signaturePlaces.offers', { count: offers.length })}</span>
      <span className={classes.buttons}>
        {offers.map(({ page, box, words }) => (
          <PointButton
            key={JSON.stringify([page, box])}
            busy={props.busy}
            icon={IconTarget}
            label={t('signaturePlaces.offerNamed', { words, page, label: point.label })}
            onClick={() => props.onPut(point.point, { page, box: asBox(box) })}
          >
            {t('signaturePlaces.offer', { words, page })}
          </PointButton>
        ))}
      </span>
    </>
  );
}

function PointButton(props: {
  icon: typeof IconX;
  /** Includes the name of the signature field. */
  label: string;
  busy?: boolean;
  onClick: () => void;
  children: string;
}) {
  const { icon: Icon, label, busy = false, onClick, children } = props;
  return (
    <SmallButton leftSection={<Icon size={14} stroke={1.9} />} aria-label={label} disabled={busy} onClick={onClick}>
      {children}
    </SmallButton>
  );
}

/** The person or the rule that placed it there; empty for one that was just moved. */
function Origin(props: PanelProps & { point: Point }) {
  const { t } = useTranslation();
  const { point, drafts, places } = props;
  const moved = JSON.stringify(drafts.get(point.point)) !== JSON.stringify(draftsOf(places).get(point.point));
  const { origin, chosenBy, chosenDate, words } = point;
  const name = useNames([chosenBy])(chosenBy);
  if (moved) return <span className={classes.origin}>{t('signaturePlaces.moved')}</span>;
  if ((origin === 'page' && chosenBy === null) || (point.problem && !point.problem.settled)) return null;
  const by = { by: name ?? '–', date: formatDateTime(chosenDate), words: words ?? '' };
  return <span className={classes.origin}>{t(`signaturePlaces.origin.${origin}`, by)}</span>;
}
