/** Explains the checks in words: before a file is chosen, and next to the result. */
import { IconCheck } from '@tabler/icons-react';
import { useWords } from '../text/words.ts';

export function Checks() {
  const { choose } = useWords();
  return (
    <section className="card checks">
      <h2>{choose.what}</h2>
      <ul>
        {choose.checks.map((check) => (
          <li key={check}>
            <IconCheck aria-hidden="true" />
            <span>{check}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
