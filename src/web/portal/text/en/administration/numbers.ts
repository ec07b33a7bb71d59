/** English: phone numbers that received codes for more than one name. */
import type { English } from '../../catalogue-types.ts';

export const numbers: English['numbers'] = {
  text: 'Mobile numbers that received signing codes for different people: perhaps a family phone, perhaps a person signing in place of the customers.',
  note_one: '{{count}} number in all.',
  note_other: '{{count}} numbers in all.',
  period: 'Period',
  days: 'Last {{days}} days',
  on: 'on {{day}}',
  between: '{{first}} to {{last}}',
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  signatures_one: '{{count}} signature',
  signatures_other: '{{count}} signatures',
  dealers_one: 'Dealer',
  dealers_other: 'Dealers',
  otherDealers_one: '{{count}} other in the network',
  otherDealers_other: '{{count}} others in the network',
  startedBy: 'Started by',
  documentsOf: 'Documents with {{phone}}',
  started: 'Started on {{at}} by {{name}}',
  noDocuments: 'No document that you may see.',
  none: 'No recurring number',
  emptyText: 'In the chosen period every number received codes for only one person.',
};
