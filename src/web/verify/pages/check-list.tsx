/** Explains the checks: before a file is chosen, and next to the result. */
import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../text/load-texts.ts';

export function CheckList() {
  const { choose } = useTexts();
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
