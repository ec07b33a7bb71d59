/** Shows the result: the verdict, the file's facts, one row per signature, and an honest note on what the check cannot prove. */
import { IconDownload, IconFileSearch, IconInfoCircle, IconWorldQuestion } from '@tabler/icons-react';
import type { Verification } from '#formats/verify/index.ts';
import { problemText } from '#formats/verify/problems.ts';
import { reportOf } from '#formats/verify/report.ts';
import { type Verdict, verdictOf, verdictText } from '#formats/verify/verdict.ts';
import { languageCode } from '../../shared/chrome/words.ts';
import type { Words } from '../text/it.ts';
import { momentText } from '../text/moment.ts';
import { useWords } from '../text/words.ts';
import { Band, type Tone } from './band.tsx';
import { Checks } from './checks.tsx';
import { FileFacts } from './file-facts.tsx';
import { SignatureRow } from './signature-row.tsx';

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
const NOTES: Readonly<Partial<Record<Verdict, keyof Words['notes']>>> = {
  valid: 'valid',
  foreign: 'foreign',
  undecided: 'doubt',
  unknownForm: 'doubt',
  extended: 'doubt',
  failed: 'doubt',
  altered: 'doubt',
  damaged: 'doubt',
};

/** The finding that a verdict's own words already state. */
const TOLD: Readonly<Partial<Record<Verdict, string>>> = {
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
  const words = useWords();
  const language = languageCode(words);
  const verdict = verdictOf(verification);
  const { title, text } = verdictText(verdict, language, verification.signatures);
  const { signatures, problems } = verification;
  // A file that cannot be read has no signatures to show, only an estimate of their number.
  const rows = signatures.filter(({ revision }) => revision > 0);
  const note = NOTES[verdict];
  const said = new Set(problems.map((problem) => problemText(problem, language)));
  // The band already states it.
  const told = TOLD[verdict];
  if (told) said.delete(problemText(told, language));
  for (const sentence of said) if (sentence.replace(/\.$/, '') === title) said.delete(sentence);
  const change = verdict === 'altered' || verdict === 'extended' ? changeIn(verification) : undefined;
  const finding = change === undefined ? '' : `${problemText(change, language)} `;
  said.delete(finding.trim());
  const signed = rows.length > 0;
  return (
    <div className="outcome">
      <section className="card" aria-label={title}>
        <Band tone={TONES[verdict]} title={title}>
          {finding}
          {text}
          {verdict === 'valid' ? ` ${countedText(verification, words)}.` : ''}
        </Band>
        {said.size > 0 ? (
          <ul className="problems">
            {[...said].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : null}
        <FileFacts name={name} verification={verification} />
        {signed ? (
          <ol className="signatures" aria-label={words.signatures}>
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
            <span>{words.notes[note]}</span>
          </p>
        )}
      </section>
      <aside>
        <Ways {...props} signed={signed} />
        <p className="caption">{words.checkedAt(momentText(props.checkedAt, words.language.locale))}</p>
        {signed ? <Checks /> : null}
      </aside>
    </div>
  );
}

/** Actions on the result: save it, check another file, ask whether this one was issued here. */
function Ways({ name, verification, checkedAt, trusts, onAgain, signed }: ResultProps & { signed: boolean }) {
  const words = useWords();
  const language = languageCode(words);
  const keep = () =>
    save(`${words.reportName} ${name}.txt`, reportOf(verification, { name, language, trusts, at: checkedAt }));
  return (
    <>
      <button type="button" className={signed ? 'button button-primary' : 'button button-outline'} onClick={keep}>
        <IconDownload aria-hidden="true" />
        {words.report}
      </button>
      <button type="button" className={signed ? 'button button-outline' : 'button button-primary'} onClick={onAgain}>
        <IconFileSearch aria-hidden="true" />
        {words.again}
      </button>
      <a
        className="button button-outline"
        href={`/verify/issued/${verification.sha256}?lang=${language}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby="issued-told"
      >
        <IconWorldQuestion aria-hidden="true" />
        {words.issued.ask}
      </a>
      <p className="caption" id="issued-told">
        {words.issued.told}
      </p>
    </>
  );
}

/** The first change after a signature, if it can be identified. */
const changeIn = ({ signatures }: Verification) => signatures.flatMap(({ changesAfter }) => changesAfter).at(0);

/** "3 firme, 1 sigillo, 4 marche temporali": every time proven by an authority counts as a timestamp. */
function countedText({ signatures }: Verification, { counted }: Words): string {
  const of = (kind: string): number => signatures.filter((signature) => signature.kind === kind).length;
  const counts = [
    ['signature', of('signature')],
    ['seal', of('seal')],
    ['timestamp', signatures.filter(({ signedAt }) => signedAt !== null).length],
  ] as const;
  return counts.flatMap(([kind, count]) => (count > 0 ? [counted[kind](count)] : [])).join(', ');
}

/** Offers the visitor a text file made here; no server takes part. */
function save(name: string, text: string): void {
  // The byte order mark identifies UTF-8 to old editors; lines end in CRLF for them too.
  const url = URL.createObjectURL(new Blob([`\ufeff${text.replaceAll('\n', '\r\n')}\r\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
