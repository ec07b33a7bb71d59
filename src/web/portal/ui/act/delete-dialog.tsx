/** The question before a row goes for good, and its deletion. */
import { ActDialog, type ActDialogProps } from './act-dialog.tsx';
import { type Deletion, type Entity, useDeletion } from './use-act.ts';

export function DeleteDialog(
  props: Pick<ActDialogProps, 'opened' | 'title' | 'text' | 'action' | 'onClose'> & {
    entity: Entity;
    /** What is asked about; null asks nothing. */
    row: { id: number } | null;
    call: Deletion;
    /** Second line of the toast. */
    detail?: string | undefined;
    /** After `onClose`. */
    onDeleted?: () => void;
  },
) {
  const { row, opened = row !== null, onClose } = props;
  const remove = useDeletion(props.entity, props.call, {
    detail: () => props.detail,
    onDone: () => {
      onClose();
      props.onDeleted?.();
    },
  });
  return (
    <ActDialog
      opened={opened}
      title={props.title}
      text={props.text}
      action={props.action}
      danger
      act={remove}
      onAct={() => row && remove.mutate(row.id)}
      onClose={onClose}
    />
  );
}
