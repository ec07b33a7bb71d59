/** Shows a text with the words removed and added since another version. */
import { useTranslation } from 'react-i18next';
import classes from './papers.module.css';
import { textsDiff } from './texts-diff.ts';

export function ChangedWords(props: { before: string; now: string }) {
  const { t } = useTranslation();
  return textsDiff(props.before, props.now).map((part, index) => {
    const key = `${index} ${part.kind}`;
    if (part.kind === 'same') return <span key={key}>{part.text}</span>;
    if (part.kind === 'added') {
      return (
        <ins key={key} className={classes.added}>
          <span className="sr-only">{t('papers.added')}</span>
          {part.text}
        </ins>
      );
    }
    return (
      <del key={key} className={classes.removed}>
        <span className="sr-only">{t('papers.removed')}</span>
        {part.text}
      </del>
    );
  });
}
