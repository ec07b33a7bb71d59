/** Shown inside the frame when a page's data failed to load; the breadcrumb and the title still appear. */
import { type Crumb, PageHead } from '../ui/page-head.tsx';
import { FailureNote } from './failure-note.tsx';

/**
 * @param props.up the parent page.
 * @param props.title title of the requested page, as far as its address gives it.
 */
export function FailedPage(props: { up: Crumb; title: string; failure: unknown; onRetry: () => void }) {
  const { title } = props;
  return (
    <>
      <PageHead crumbs={[props.up, { label: title }]} title={title} />
      <FailureNote failure={props.failure} onRetry={props.onRetry} />
    </>
  );
}
