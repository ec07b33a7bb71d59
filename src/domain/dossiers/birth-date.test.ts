/** Birth dates: up to today. */
import { expect, it } from 'vitest';
import { fieldMessage } from '../field-message.ts';
import { birthDateIssues } from './birth-date.ts';

const messages = (day: string | null) => birthDateIssues(day, '2026-11-20').map((issue) => fieldMessage(issue, 'it'));

it.each(['2090-01-01', '2026-11-21', '2026-12-01', '2027-01-01', '9999-12-31'])('%s is refused', (day) => {
  expect(messages(day)).toEqual(['L’ultima data ammessa è 20/11/2026']);
});
it.each([null, '', '2026-11-20', '2026-11-19', '1912-02-29', 'ieri'])('%s is accepted', (day) => {
  expect(messages(day)).toEqual([]);
});
