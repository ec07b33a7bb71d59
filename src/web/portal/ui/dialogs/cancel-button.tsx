/** Leaves a form or a question without doing anything. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function CancelButton(props: {
  /** The action is running. */
  busy?: boolean;
  /** Default "Annulla". */
  label?: string | undefined;
  /** The draft to forget as well. */
  draft?: { forget: () => void } | undefined;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  const leave = () => {
    props.draft?.forget();
    props.onClick();
  };
  return (
    <Button variant="default" disabled={props.busy ?? false} onClick={leave}>
      {props.label ?? t('form.cancel')}
    </Button>
  );
}
