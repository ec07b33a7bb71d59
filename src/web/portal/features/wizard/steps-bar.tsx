/** The bar of steps, with the context on the right. */
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import classes from './wizard.module.css';
import { type CustomerChoice, type Draft, STEPS, type Step, type Subject } from './wizard-draft.ts';

export function nameOf(customer: CustomerChoice): string {
  if (customer.kind === 'existing') return customerName(customer.dossier);
  const { values } = customer;
  return values.kind === 'company' ? values.organizationName : `${values.firstName} ${values.lastName}`.trim();
}

/** `step` null means that all are done. */
export function StepsBar(props: { step: Step | null; subject: Subject; draft: Draft }) {
  const { t } = useTranslation();
  const { subject, draft } = props;
  const now = props.step === null ? STEPS.length : STEPS.indexOf(props.step);
  const context = [
    t(`label.brandShort.${subject.brand}`),
    t(`label.folderType.${subject.folderType}`),
    // In the customer step the page may show another customer than the one selected earlier.
    draft.customer && props.step !== 'customer' ? nameOf(draft.customer) : null,
  ];
  return (
    <div className={classes.bar}>
      <ol className="row" aria-label={t('wizard.steps')}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-state={index < now ? 'done' : index === now ? 'now' : 'later'}
            aria-current={index === now ? 'step' : undefined}
          >
            <span className={classes.number} aria-hidden="true">
              {index < now ? <IconCheck size={14} stroke={2.4} /> : index + 1}
            </span>
            <span className={classes.stepName}>{t(`wizard.step.${step}`)}</span>
          </li>
        ))}
      </ol>
      <span className={classes.context}>
        <BrandTile brand={subject.brand} size={20} />
        {context.filter(Boolean).join(' · ')}
      </span>
    </div>
  );
}
