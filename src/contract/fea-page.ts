/** The public page on a legal entity's advanced electronic signature, as data (art. 56 and 57 DPCM 22/02/2013). */
import { z } from 'zod';
import { FEA_PAGE_GROUPS, type FeaPageGroup, type Letter } from '#domain/papers/versions/fea-page.ts';
import * as calls from './calls/papers.ts';
import { endpoint } from './definition/endpoint.ts';

const nullableString = z.string().nullable();
const groups = Object.keys(FEA_PAGE_GROUPS) as [FeaPageGroup, ...FeaPageGroup[]];
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const satisfies readonly Letter[];

const edition = z.object({
  from: nullableString.describe('null: nothing had been published yet'),
  until: nullableString.describe('null: the current edition'),
  version: nullableString.describe('label of the published page texts; null: the product’s draft'),
});

export const feaPageAnswer = z.object({
  legalEntity: z.string(),
  name: z.string(),
  language: z.enum(['it', 'en']),
  address: z.string().describe('URL of the page, for print and links'),
  ...edition.shape,
  /** Data of the legal entity; null: not provided, shown in brackets in texts that need it. */
  facts: z.object({
    vatNumber: nullableString,
    rea: nullableString,
    pec: nullableString,
    phone: nullableString,
    dpo: nullableString,
    provider: nullableString,
    insurer: nullableString,
    policy: nullableString,
    coverage: nullableString,
    assistance: nullableString,
  }),
  sites: z
    .array(z.object({ name: z.string(), address: z.string() }))
    .describe('places where the person can go today; empty for an earlier edition'),
  sections: z.array(
    z.object({
      id: z.string(),
      group: z.enum(groups),
      letter: z.enum(letters).nullable().describe('letter of art. 56, paragraph 1'),
      heading: z.string(),
      text: z.string(),
      approved: z.boolean().describe('false: the product’s draft, marked as such on the page'),
    }),
  ),
  editions: z.array(edition).describe('newest first'),
});
export type FeaPageAnswer = z.output<typeof feaPageAnswer>;

/** A date and time with time zone. */
const instant = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success && !Number.isNaN(Date.parse(text)), {
    message: 'date',
  })
  .transform((text) => new Date(text));

export const feaPageParams = z.strictObject({ legalEntity: z.string().regex(/^[\w.-]{1,60}$/, { message: 'type' }) });
export const feaPageQuery = z.strictObject({ lang: z.enum(['it', 'en']).optional(), at: instant.optional() });

const FROM = '2026-11-20T09:00:00.000Z';

export const getFeaPage = endpoint(calls.getFeaPage, {
  summary:
    'Content of the public page about a legal entity’s advanced electronic signature, current or at a given instant, with the list of its editions',
  access: 'open',
  params: feaPageParams,
  query: feaPageQuery,
  output: feaPageAnswer,
  example: {
    params: { legalEntity: 'LE001' },
    query: { lang: 'it', at: FROM },
    answer: {
      legalEntity: 'LE001',
      name: 'Autoesempio S.p.A.',
      language: 'it',
      address: 'https://fascicolo.example.com/fea/LE001',
      from: FROM,
      until: null,
      version: '2026.1',
      facts: {
        vatNumber: '00010009991',
        rea: null,
        pec: 'legale@pec.example.com',
        phone: null,
        dpo: null,
        provider: null,
        insurer: null,
        policy: null,
        coverage: null,
        assistance: null,
      },
      sites: [{ name: 'Autoesempio Bologna', address: 'Via di Prova 1, Bologna (BO)' }],
      sections: [
        {
          id: 'identified',
          group: 'requirements',
          letter: 'a',
          heading: 'Identificazione di chi firma',
          text: 'Prima dell’adesione il personale dell’erogatore identifica chi firma.',
          approved: true,
        },
      ],
      editions: [{ from: FROM, until: null, version: '2026.1' }],
    },
  },
});
