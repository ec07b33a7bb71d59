/** Created: what now exists, what deserves a look, and where to go next. */
import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { paths } from '../../paths.ts';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { DocumentStatusChip } from '../../ui/chip.tsx';
import { folderTitle } from '../../ui/labels.ts';
import type { Created } from './create.ts';
import classes from './wizard.module.css';

export function DoneStep(props: { created: Created; type: string }) {
  const { t } = useTranslation();
  const { dossier, folder, document } = props.created;
  const name = customerName(dossier);
  const warnings = [...(dossier.warnings ?? []), ...(folder.warnings ?? []), ...(document.warnings ?? [])];
  const words = { type: props.type, customer: name };
  return (
    <Card>
      <div className={classes.done}>
        <span className={classes.doneIcon} aria-hidden="true">
          <IconCircleCheck size={40} stroke={1.6} />
        </span>
        <div className={classes.doneText}>
          <h2 className={classes.doneTitle}>{t('wizard.done.title')}</h2>
          <p className={classes.doneLead}>
            {document.signable ? t('wizard.done.text', words) : t('wizard.done.textNoSign', words)}
          </p>
          <Facts
            facts={[
              { label: t('wizard.done.number'), value: <span className="num">{document.id}</span> },
              { label: t('columns.status'), value: <DocumentStatusChip status={document.status} /> },
              { label: t('wizard.step.folder'), value: folderTitle(t, folder) },
              { label: t('wizard.step.customer'), value: name },
            ]}
          />
          {warnings.length > 0 ? (
            <div className={classes.gap}>
              <Note tone="waiting" title={`${t('wizard.done.warnings')}.`}>
                {warnings.map((warning) => warning.message).join(' ')}
              </Note>
            </div>
          ) : null}
          <div className={classes.doneActions}>
            <Button
              component={Link}
              to={paths.document(document.id)}
              rightSection={<IconArrowRight size={16} stroke={1.9} />}
            >
              {t('wizard.done.open')}
            </Button>
            <Button component={Link} to={paths.folder(folder.id)} variant="default">
              {t('wizard.done.folder')}
            </Button>
            <Button component={Link} to={paths.dashboard} variant="subtle">
              {t('wizard.done.dashboard')}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
