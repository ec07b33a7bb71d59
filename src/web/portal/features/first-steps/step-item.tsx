/** One setup step: its state, what is present or missing (named per legal entity), and a link to the page where it is done. */
import { IconChevronRight, IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FirstStepAnswer } from '#contract/installation/first-steps.ts';
import { COMPANY_DATA, NEEDED_SERVICES, type StepKey, type StepState } from '#domain/installation/first-steps.ts';
import { Chip, type Tone } from '../../connected/chip.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import classes from './first-steps.module.css';

const STATES: Record<StepState, readonly [Tone, typeof IconCircle]> = {
  done: ['good', IconCircleCheck],
  open: ['waiting', IconCircle],
  optional: ['neutral', IconCircleDashed],
};

/** The page for each step; dealers come from a server setting. */
const PLACES: Partial<Record<StepKey, string>> = {
  administrators: paths.users,
  users: paths.users,
  services: paths.services,
  texts: paths.papers,
  custodian: paths.company(null),
  signature: paths.dashboard,
};

type StepWith<Part extends string> = Extract<FirstStepAnswer, Record<Part, unknown>>;

export function StepItem(props: { step: FirstStepAnswer }) {
  const { t } = useTranslation();
  const { step } = props;
  const { key, state } = step;
  const [tone, icon] = STATES[state];
  const place = PLACES[key];
  return (
    <li className={classes.step} data-state={state}>
      <div className={classes.text}>
        <h2 className={classes.name}>{t(`firstSteps.step.${key}`)}</h2>
        <p className={classes.caption}>{sentenceOf(t, step)}</p>
        {'lacking' in step && step.lacking.length > 0 ? <Missing step={step} /> : null}
      </div>
      <span className={classes.side}>
        <Chip tone={tone} icon={icon}>
          {t(`firstSteps.state.${state}`)}
        </Chip>
        {place !== undefined && state !== 'done' ? (
          <Link to={place} className={classes.link}>
            {t(`firstSteps.go.${key as 'users'}`)}
            <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
          </Link>
        ) : null}
      </span>
    </li>
  );
}

function sentenceOf(t: TFunction, step: FirstStepAnswer): string {
  const done = step.state === 'done';
  switch (step.key) {
    case 'dealers':
      return dealersSentence(t, step);
    case 'administrators':
    case 'users':
      return done ? t(`firstSteps.done.${step.key}`, counted(step.count)) : t(`firstSteps.open.${step.key}`);
    case 'services':
    case 'texts':
      if (done) return t(`firstSteps.done.${step.key}`);
      return step.count === 0 ? t('firstSteps.usersFirst') : t(`firstSteps.open.${step.key}`);
    case 'custodian':
      if (done) return t('firstSteps.done.custodian');
      return t(step.named ? 'firstSteps.open.custodianNamed' : 'firstSteps.open.custodian');
    case 'signature':
      return t(done ? 'firstSteps.done.signature' : 'firstSteps.open.signature');
  }
}

function dealersSentence(t: TFunction, { count, ageSeconds }: StepWith<'ageSeconds'>): string {
  if (count === 0) return t(ageSeconds === null ? 'firstSteps.open.dealers' : 'firstSteps.open.dealersEmpty');
  if (ageSeconds === null) return t('firstSteps.done.dealers', counted(count));
  const at = formatDateTime(new Date(Date.now() - ageSeconds * 1000).toISOString());
  return `${t('firstSteps.done.dealers', counted(count))} ${t('firstSteps.done.dealersSince', { at })}`;
}

const isService = (what: string): what is (typeof NEEDED_SERVICES)[number] =>
  (NEEDED_SERVICES as readonly string[]).includes(what);

/** What each legal entity lacks; a missing text links to the list of texts to publish. */
function Missing(props: { step: StepWith<'lacking'> }) {
  const { t } = useTranslation();
  const { key, lacking } = props.step;
  const wordOf = (what: string): string => {
    if (isService(what)) return t(`firstSteps.service.${what}`);
    return what === COMPANY_DATA ? t('firstSteps.companyData') : documentTypeLabel(t, what);
  };
  const placeOf = ({ legalEntity, what }: (typeof lacking)[number]) => {
    if (key === 'services') return { to: paths.services };
    if (what.every((item) => item === COMPANY_DATA)) return { to: paths.company(legalEntity) };
    return { to: paths.papers, search: { entity: legalEntity ?? '', state: 'due' } as never };
  };
  return (
    <ul className={classes.missing}>
      {lacking.map((item) => (
        <li key={item.legalEntity ?? ''}>
          <Link {...placeOf(item)}>{item.name ?? item.legalEntity ?? t('firstSteps.national')}</Link>
          {': '}
          {item.what.map(wordOf).join(', ')}
        </li>
      ))}
    </ul>
  );
}
