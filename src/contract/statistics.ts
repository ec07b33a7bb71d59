/** Usage of the services that a legal entity has bought. */
import { z } from 'zod';
import { optionalText } from '#domain/text-schemas.ts';
import * as calls from './calls/statistics.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';

const query = z.strictObject({ legalEntity: optionalText() });
const bytes = z.object({ size: z.number() });
const sizes = z.object({
  totalSizeUsed: bytes,
  totalSizeAvailable: bytes.optional().describe('Total allowance; absent if no service ever limited it'),
});

const statisticsEndpoint = staffEndpointsOf('statistics');
const common = { query, errors: ['legalEntity.notFound'] } as const;
const sizesExample = { totalSizeUsed: { size: 734_003_200 }, totalSizeAvailable: { size: 1_048_576_000 } };

export const otpStatistics = statisticsEndpoint(calls.otpStatistics, 'statistics.read', {
  ...common,
  summary:
    'One-time codes sent and purchased; without `legalEntity`, for the legal entity of the caller’s first dealer, or for all for privileged users',
  output: z.object({ used: z.number(), total: z.number().optional() }),
  example: { query: { legalEntity: 'LE001' }, answer: { used: 412, total: 1000 } },
});

export const sizeStatistics = statisticsEndpoint(calls.sizeStatistics, 'statistics.read', {
  ...common,
  summary: 'Bytes of stored documents, and the allowance',
  output: sizes,
  example: { query: { legalEntity: 'LE001' }, answer: sizesExample },
});

export const archiveStatistics = statisticsEndpoint(calls.archiveStatistics, 'statistics.read', {
  ...common,
  summary: 'Bytes of archivable documents that are signed or finished, and the allowance',
  output: sizes,
  example: { query: { legalEntity: 'LE001' }, answer: sizesExample },
});
