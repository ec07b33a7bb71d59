/** Leaves a form or a question without doing anything. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function CancelButton(props: {
  /** The action is under way. */
  busy?: boolean;
  /** "Annulla" unless given. */
  label?: string | undefined;
  /** The draft goes with it. */
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
