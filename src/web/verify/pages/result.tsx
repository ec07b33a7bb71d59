/** Shows the result: the verdict, the file's facts, one row per signature, and an honest note on what the check cannot prove. */
import { IconDownload, IconFileSearch, IconInfoCircle, IconWorldQuestion } from '@tabler/icons-react';
import type { Verification } from '#formats/verify/index.ts';
import { problemText } from '#formats/verify/problems.ts';
import { reportOf } from '#formats/verify/report.ts';
import { type Verdict, verdictOf, verdictText } from '#formats/verify/verdict.ts';
import { languageCode } from '../../shared/chrome/language-switch.ts';
import { dateTimeText } from '../text/date-time.ts';
import type { Texts } from '../text/it.ts';
import { useTexts } from '../text/load-texts.ts';
import { CheckList } from './check-list.tsx';
import { FileFacts } from './file-facts.tsx';
import { SignatureRow } from './signature-row.tsx';
import { Band, type Tone } from './verdict-band.tsx';

const TONES: Readonly<Record<Verdict, Tone>> = {
  valid: 'good',
  foreign: 'waiting',
  undecided: 'waiting',
  unknownForm: 'waiting',
  extended: 'waiting',
  envelope: 'neutral',
  encrypted: 'neutral',
  failed: 'bad',
  altered: 'bad',
  damaged: 'bad',
  unsigned: 'neutral',
  unreadable: 'neutral',
};

/** The note of each verdict. */
const NOTES: Readonly<Partial<Record<Verdict, keyof Texts['notes']>>> = {
  valid: 'valid',
  foreign: 'foreign',
  undecided: 'doubt',
  unknownForm: 'doubt',
  extended: 'doubt',
  failed: 'doubt',
  altered: 'doubt',
  damaged: 'doubt',
};

/** The finding that a verdict's own text already states. */
const STATED_FINDINGS: Readonly<Partial<Record<Verdict, string>>> = {
  envelope: 'file.envelope',
  encrypted: 'file.encrypted',
  damaged: 'file.unreadable',
};

interface ResultProps {
  name: string;
  verification: Verification;
  checkedAt: string;
  trusts: boolean;
  onAgain: () => void;
}

export function Result(props: ResultProps) {
  const { name, verification } = props;
  const texts = useTexts();
  const language = languageCode(texts);
  const verdict = verdictOf(verification);
  const { title, text } = verdictText(verdict, language, verification.signatures);
  const { signatures, problems } = verification;
  // A file that cannot be read has no signatures to show, only an estimate of their number.
  const rows = signatures.filter(({ revision }) => revision > 0);
  const note = NOTES[verdict];
  const findings = new Set(problems.map((problem) => problemText(problem, language)));
  // The band already states it.
  const statedFinding = STATED_FINDINGS[verdict];
  if (statedFinding) findings.delete(problemText(statedFinding, language));
  for (const sentence of findings) if (sentence.replace(/\.$/, '') === title) findings.delete(sentence);
  const change = verdict === 'altered' || verdict === 'extended' ? firstChange(verification) : undefined;
  const changeText = change === undefined ? '' : `${problemText(change, language)} `;
  findings.delete(changeText.trim());
  const hasSignatures = rows.length > 0;
  return (
    <div className="outcome">
      <section className="card" aria-label={title}>
        <Band tone={TONES[verdict]} title={title}>
          {changeText}
          {text}
          {verdict === 'valid' ? ` ${countsText(verification, texts)}.` : ''}
        </Band>
        {findings.size > 0 ? (
          <ul className="problems">
            {[...findings].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : null}
        <FileFacts name={name} verification={verification} />
        {hasSignatures ? (
          <ol className="signatures" aria-label={texts.signatures}>
            {rows.map((signature, index) => (
              <SignatureRow
                // biome-ignore lint/suspicious/noArrayIndexKey: signatures never change order
                key={index}
                signature={signature}
                later={rows.slice(index + 1)}
                verification={verification}
              />
            ))}
          </ol>
        ) : null}
        {note === undefined ? null : (
          <p className="foot-note">
            <IconInfoCircle aria-hidden="true" />
            <span>{texts.notes[note]}</span>
          </p>
        )}
      </section>
      <aside>
        <ResultActions {...props} signed={hasSignatures} />
        <p className="caption">{texts.checkedAt(dateTimeText(props.checkedAt, texts.language.locale))}</p>
        {hasSignatures ? <CheckList /> : null}
      </aside>
    </div>
  );
}

/** Actions on the result: save it, check another file, ask whether this one was issued here. */
function ResultActions({ name, verification, checkedAt, trusts, onAgain, signed }: ResultProps & { signed: boolean }) {
  const texts = useTexts();
  const language = languageCode(texts);
  const keep = () =>
    downloadText(`${texts.reportName} ${name}.txt`, reportOf(verification, { name, language, trusts, at: checkedAt }));
  return (
    <>
      <button type="button" className={signed ? 'button button-primary' : 'button button-outline'} onClick={keep}>
        <IconDownload aria-hidden="true" />
        {texts.report}
      </button>
      <button type="button" className={signed ? 'button button-outline' : 'button button-primary'} onClick={onAgain}>
        <IconFileSearch aria-hidden="true" />
        {texts.again}
      </button>
      <a
        className="button button-outline"
        href={`/verify/issued/${verification.sha256}?lang=${language}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby="issued-told"
      >
        <IconWorldQuestion aria-hidden="true" />
        {texts.issued.ask}
      </a>
      <p className="caption" id="issued-told">
        {texts.issued.told}
      </p>
    </>
  );
}

/** The first change after a signature, if it can be identified. */
const firstChange = ({ signatures }: Verification) => signatures.flatMap(({ changesAfter }) => changesAfter).at(0);

/** "3 firme, 1 sigillo, 4 marche temporali": every time proven by an authority counts as a timestamp. */
function countsText({ signatures }: Verification, { counted }: Texts): string {
  const countOf = (kind: string): number => signatures.filter((signature) => signature.kind === kind).length;
  const counts = [
    ['signature', countOf('signature')],
    ['seal', countOf('seal')],
    ['timestamp', signatures.filter(({ signedAt }) => signedAt !== null).length],
  ] as const;
  return counts.flatMap(([kind, count]) => (count > 0 ? [counted[kind](count)] : [])).join(', ');
}

/** Downloads a text file that is generated in the browser. */
function downloadText(name: string, text: string): void {
  // The byte order mark identifies UTF-8 to old editors; lines end in CRLF for them too.
  const url = URL.createObjectURL(new Blob([`\ufeff${text.replaceAll('\n', '\r\n')}\r\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
