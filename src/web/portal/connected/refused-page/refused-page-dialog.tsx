/** Shows the page for which a signature did not start, as rendered by two programs. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PageComparison } from '../page-comparison.tsx';
import type { RefusedPage } from './refused-page.ts';

export function RefusedPageDialog(props: RefusedPage & { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened
      title={props.title}
      width={760}
      onClose={props.onClose}
      foot={<Button onClick={props.onClose}>{t('actions.close')}</Button>}
    >
      <PageComparison message={<p>{props.message}</p>} picture={props.picture} />
    </Dialog>
  );
}
