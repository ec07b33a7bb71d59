/** Places the preview of a paper: next to its form where there is room, otherwise in a dialog. */
import { useMediaQuery } from '@mantine/hooks';
import { IconEye, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../connected/lazy-part.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../../ui/small-button.ts';
import type { PaperFormContext } from './missing-data.tsx';
import classes from './preview-beside-form.module.css';

const PaperPreview = lazyPart(async () => (await import('./paper-preview.tsx')).PaperPreview, 'viewer');

type Props = Omit<PaperFormContext, 'onLeave'>;

/** Whether there is room for the paper next to a form here. */
export function useHasRoomBeside(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels}px)`, undefined, { getInitialValueInEffect: false }) ?? false;
}

export function PreviewBeside(props: Props) {
  return (
    <div className={classes.beside}>
      <PaperPreview {...props} />
    </div>
  );
}

/** States that the portal makes the paper; with a preview button where the paper is not next to the form. */
export function GeneratedNote(props: Props & { beside: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { beside, ...rest } = props;
  return (
    <>
      <p className={classes.made}>
        <IconFileText size={18} stroke={1.8} aria-hidden="true" />
        <span>{t('paperForm.made')}</span>
      </p>
      {beside ? null : (
        <div className={classes.open}>
          <SmallButton leftSection={<IconEye size={16} stroke={1.8} />} onClick={() => setOpened(true)}>
            {t('paperForm.preview')}
          </SmallButton>
          <Dialog opened={opened} title={t('paperForm.previewOf')} width={760} onClose={() => setOpened(false)}>
            <PaperPreview {...rest} onLeave={() => setOpened(false)} />
          </Dialog>
        </div>
      )}
    </>
  );
}
