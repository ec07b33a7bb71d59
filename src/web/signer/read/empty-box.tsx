/** The outline of a pending signature field over the page being read. */
import type { OpenPdf } from '../../shared/pdf/engine.ts';
import { useMark } from '../../shared/pdf/use-mark-position.ts';
import type { SignPoint } from '../api/types.ts';

export type PendingPoint = Pick<SignPoint, 'id' | 'label' | 'page' | 'box'>;

export function FieldOutline({ pdf, point }: { pdf: OpenPdf; point: PendingPoint }) {
  const style = useMark(pdf, point.page, point.box);
  if (style === null) return null;
  return (
    <span className="empty-box" style={style}>
      <span>{point.label}</span>
    </span>
  );
}
