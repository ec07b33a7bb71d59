/** Name, size, fingerprint and level of the checked file; the fingerprint is shown in full and can be copied. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { Verification, VerifiedSignature } from '#formats/verify/index.ts';
import { sizeText } from '../../shared/chrome/format.ts';
import { useTexts } from '../text/load-texts.ts';

const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

/** The lowest level that every signature reaches; null when one has no level or is not valid. */
export function lowestLevel(signatures: readonly VerifiedSignature[]): (typeof LEVELS)[number] | null {
  const withoutTimestamps = signatures.filter(({ kind }) => kind !== 'timestamp');
  const reached = withoutTimestamps.map(({ level }) => level);
  if (reached.includes(null) || withoutTimestamps.some(({ indication }) => indication === 'TOTAL-FAILED')) return null;
  return LEVELS.find((level) => reached.includes(level)) ?? null;
}

export function FileFacts({ name, verification }: { name: string; verification: Verification }) {
  const texts = useTexts();
  const [copyState, setCopyState] = useState<'no' | 'yes' | 'failed'>('no');
  const { facts, levels, language } = texts;
  const { sha256, size, revisions, signatures, intact } = verification;
  const level = lowestLevel(signatures);
  const copy = () => {
    const copying = navigator.clipboard?.writeText(sha256) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => setCopyState('yes'),
      () => setCopyState('failed'),
    );
  };
  return (
    <dl className="facts">
      <dt>{facts.file}</dt>
      <dd className="file-name">
        <bdi>{name}</bdi>
      </dd>
      <dt>{facts.size}</dt>
      <dd>
        {sizeText(size, language.locale)}
        {revisions > 0 ? ` · ${facts.revisions(revisions)}` : ''}
        {revisions > 1 && intact ? `, ${facts.allChecked}` : ''}
      </dd>
      <dt>{facts.hash}</dt>
      <dd className="hash">
        <span>
          <code>{sha256}</code>
        </span>
        <button type="button" className="icon-button" aria-label={facts.copy} onClick={copy}>
          {copyState === 'yes' ? <IconCheck aria-hidden="true" /> : <IconCopy aria-hidden="true" />}
        </button>
        <span role="status" className={copyState === 'failed' ? 'caption' : 'visually-hidden'}>
          {copyState === 'yes' ? facts.copied : copyState === 'failed' ? facts.copyFailed : ''}
        </span>
      </dd>
      {level === null ? null : (
        <>
          <dt>{facts.level}</dt>
          <dd>{`PAdES ${level}, ${levels[level]}`}</dd>
        </>
      )}
    </dl>
  );
}
