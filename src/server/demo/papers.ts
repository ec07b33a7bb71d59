/** Texts of the demo's papers by document type: realistic, and clearly invented. */
import type { Insertable } from 'kysely';
import type { Brand } from '#domain/dealers/brands.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { money } from '#domain/papers/fields.ts';
import type { SamplePaper } from '#pdf/page/sample-paper.ts';
import type { DealerTable } from '#ports/database/tables.ts';
import { vatNumberOfEntity } from './dealers.ts';

export const NOTICE = 'Documento di esempio, senza valore';

export interface PaperFacts {
  type: string;
  dealer: Insertable<DealerTable>;
  customer: DossierValues;
  brand: Brand;
  businessId: string | null;
  plate: string | null;
  vin: string | null;
  at: Date;
}

const day = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Rome',
});
const euro = (amount: number): string => money(Math.round(amount * 100), 'it');

const BRAND_NAMES: Record<Brand, string> = { bmw: 'BMW', bmwi: 'BMW i', mini: 'MINI', moto: 'BMW Motorrad' };
const MODELS: Record<Brand, string> = {
  bmw: 'Berlina dimostrativa 2.0',
  bmwi: 'Elettrica dimostrativa 80 kWh',
  mini: 'Compatta dimostrativa 1.5',
  moto: 'Moto dimostrativa 1250',
};
const BASE_PRICE: Record<Brand, number> = { bmw: 46_900, bmwi: 58_400, mini: 29_700, moto: 18_950 };

const signerName = (customer: DossierValues): string => `${customer.firstName} ${customer.lastName}`;

function customerBlock(customer: DossierValues): SamplePaper['blocks'][number] {
  const { organizationName } = customer;
  return {
    heading: 'Cliente',
    facts: [
      ...(organizationName === null
        ? []
        : ([
            ['Ragione sociale', organizationName],
            ['Partita IVA', customer.fiscalCode ?? ''],
          ] as const)),
      [organizationName === null ? 'Nome e cognome' : 'Rappresentato da', signerName(customer)],
      ['Codice fiscale', customer.representativeFiscalCode ?? customer.fiscalCode ?? ''],
      ['Indirizzo', `${customer.street}, ${customer.postalCode} ${customer.city}`],
      ['Cellulare', customer.mobilePhone],
      ['E-mail', customer.email],
    ],
  };
}

function vehicleBlock(facts: PaperFacts): SamplePaper['blocks'][number] {
  return {
    heading: 'Veicolo',
    facts: [
      ['Marchio e modello', `${BRAND_NAMES[facts.brand]}, ${MODELS[facts.brand]}`],
      ...(facts.plate === null ? [] : ([['Targa', facts.plate]] as const)),
      ...(facts.vin === null ? [] : ([['Telaio', facts.vin]] as const)),
      ['Colore e interni', 'Grigio campione, tessuto antracite'],
    ],
  };
}

function salePrices(brand: Brand, share = 1): SamplePaper['prices'] {
  const list = Math.round(BASE_PRICE[brand] * share);
  const extras = Math.round(list * 0.06);
  const discount = Math.round(list * 0.04);
  const road = 980;
  const total = list + extras - discount + road;
  return [
    ['Prezzo di listino, IVA inclusa', euro(list)],
    ['Accessori e pacchetti', euro(extras)],
    ['Sconto riservato', euro(-discount)],
    ['Messa su strada', euro(road)],
    ['Totale chiavi in mano', euro(total)],
  ];
}

const workPrices: SamplePaper['prices'] = [
  ['Tagliando programmato, 1,8 ore', euro(162)],
  ['Olio motore e filtri', euro(148.5)],
  ['Controllo impianto frenante, 0,5 ore', euro(45)],
  ['Importo massimo autorizzato, IVA inclusa', euro(433.71)],
];

const VALIDITY = {
  heading: 'Validità',
  text: 'La presente offerta vale dieci giorni dalla data indicata. Prezzi, dotazioni e tempi di consegna sono inventati e servono soltanto a mostrare come appare un documento vero.',
};
const DELIVERY = {
  heading: 'Consegna',
  text: 'La consegna è prevista entro novanta giorni presso la sede indicata in intestazione, con una tolleranza di trenta giorni. Al ritiro il cliente riceve il veicolo pronto all’uso, i documenti di circolazione, due chiavi e il libretto di uso e manutenzione.',
};
const DEPOSIT = {
  heading: 'Caparra e pagamento',
  text: 'Il cliente versa a titolo di caparra confirmatoria il dieci per cento del prezzo; il saldo è dovuto alla consegna. Nessun pagamento segue da questo esempio.',
};
const IRREVOCABLE = {
  heading: 'Proposta irrevocabile',
  text: 'La proposta resta irrevocabile per dieci giorni. Diventa contratto quando il cliente riceve per iscritto l’accettazione della concessionaria; senza accettazione nel termine, le parti sono libere.',
};
const WARRANTY = {
  heading: 'Garanzia legale',
  text: 'Al consumatore spetta la garanzia legale di conformità. Per i veicoli usati la durata è quella indicata nel contratto e non è inferiore a un anno. Restano escluse le parti soggette a normale usura.',
};
const WORKS = {
  heading: 'Autorizzazioni',
  text: 'Il cliente autorizza i lavori elencati e la prova su strada. Lavori ulteriori si eseguono soltanto dopo una nuova autorizzazione. I pezzi sostituiti sono tenuti a disposizione fino alla riconsegna.',
};
const RETURN = {
  heading: 'Dichiarazione di ritiro',
  text: 'Il cliente dichiara di aver ritirato il veicolo, di averlo esaminato alla presenza del personale e di non aver rilevato danni visibili diversi da quelli annotati all’accettazione.',
};

interface Template {
  title: string;
  vehicle: boolean;
  prices?: (facts: PaperFacts) => SamplePaper['prices'];
  clauses: SamplePaper['clauses'];
}

const TEMPLATES: Record<string, Template> = {
  SALE_NEW_RFO: { title: 'Preventivo', vehicle: true, prices: ({ brand }) => salePrices(brand), clauses: [VALIDITY] },
  SALE_NEW_PROPOSAL: {
    title: 'Proposta di acquisto',
    vehicle: true,
    prices: ({ brand }) => salePrices(brand),
    clauses: [IRREVOCABLE, DEPOSIT, DELIVERY, WARRANTY, VALIDITY],
  },
  SALE_NEW_ACCEPTANCE: { title: 'Accettazione della proposta', vehicle: true, clauses: [DELIVERY, DEPOSIT] },
  SALE_USED_RFO: {
    title: 'Preventivo usato',
    vehicle: true,
    prices: ({ brand }) => salePrices(brand, 0.52),
    clauses: [VALIDITY],
  },
  SALE_USED_PROPOSAL: {
    title: 'Proposta di acquisto usato',
    vehicle: true,
    prices: ({ brand }) => salePrices(brand, 0.52),
    clauses: [IRREVOCABLE, DEPOSIT, WARRANTY],
  },
  SALE_USED_CONTRACT: {
    title: 'Contratto di vendita usato',
    vehicle: true,
    prices: ({ brand }) => salePrices(brand, 0.52),
    clauses: [DELIVERY, DEPOSIT, WARRANTY],
  },
  SERVICE_VAB: { title: 'Verbale di accettazione', vehicle: true, clauses: [WORKS] },
  SERVICE_ODL: { title: 'Ordine di lavoro', vehicle: true, prices: () => workPrices, clauses: [WORKS] },
  SERVICE_RICONSEGNA: { title: 'Riconsegna del veicolo', vehicle: true, clauses: [RETURN] },
  OTHER_IDENTITY: { title: 'Copia del documento di identità', vehicle: false, clauses: [] },
};

/** @throws if there is no template for the paper. */
export function paperOf(facts: PaperFacts): SamplePaper {
  const template = TEMPLATES[facts.type];
  if (template === undefined) throw new Error(`The demo has no paper for ${facts.type}`);
  const { dealer, customer, at } = facts;
  const date = day.format(at);
  const prices = template.prices?.(facts);
  return {
    notice: NOTICE,
    letterhead: {
      name: dealer.nome_commerciale,
      company: dealer.ragione_sociale,
      lines: [
        `${dealer.indirizzo}, ${dealer.citta} (${dealer.provincia})`,
        `P.IVA ${vatNumberOfEntity(dealer.legal_entity)}`,
        `${dealer.nome_commerciale.toLowerCase().replace(/[^a-z]/g, '')}@example.com`,
      ],
    },
    title: template.title,
    reference: `${facts.businessId === null ? '' : `N. ${facts.businessId} · `}${date}`,
    blocks: [customerBlock(customer), ...(template.vehicle ? [vehicleBlock(facts)] : [])],
    ...(prices === undefined ? {} : { prices }),
    clauses: template.clauses,
    closing: `${dealer.citta}, ${date}. ${NOTICE}: persone, aziende e importi sono inventati.`,
    createdAt: at,
  };
}

/** A file name as a dealer would choose. */
export function fileNameOf(facts: PaperFacts): string {
  const title = TEMPLATES[facts.type]?.title ?? facts.type;
  const customerName = facts.customer.organizationName ?? facts.customer.lastName;
  return `${title} ${customerName}`.replace(/[:/]/g, '').replace(/\s+/g, ' ').concat('.pdf');
}
