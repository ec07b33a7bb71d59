import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { openDemoAuthority } from '../../src/adapters/sealer/demo-authority.ts';
import { renderAuditPaper } from '../../src/pdf/audit-paper.ts';
import { applySignature } from '../../src/pdf/sign.ts';
import { opensslCms, opensslTs, pdfsig, qpdfCheck, run } from './foreign.ts';

const { authority, sealer, timestamp } = await openDemoAuthority('/tmp/sg/ca', { now: () => new Date() });
const h = (s: string) => createHash('sha256').update(s).digest('hex');
const names = [
  'Documento creato',
  'Controllo del contenuto superato',
  'Firma avviata',
  'Link inviato',
  'Link aperto',
  'Documento mostrato',
  'Punto confermato',
  'Codice richiesto',
  'Codice inviato',
  'Codice verificato',
  'Firma apposta',
  'Marca temporale applicata',
  'Sigillo apposto',
];
const paper = {
  title: "Tracciato di firma · Proposta d'acquisto veicolo nuovo n. 2026/00418",
  demo: true,
  provisional: process.argv[2] === 'p',
  facts: [
    { label: 'Documento', value: "Proposta d'acquisto n. 48190" },
    { label: 'Cartella', value: 'PV-1 · Vendita nuovo' },
    { label: 'Concessionaria', value: 'Autoesempio S.p.A.' },
    { label: 'Tipo di firma', value: 'FES con codice monouso via SMS' },
    { label: 'Impronta SHA-256 del documento originale (H0)', value: h('0') },
    { label: 'Impronta SHA-256 del documento firmato', value: h('1') },
  ],
  sections: [
    {
      heading: 'Firmatari',
      facts: [
        { label: 'Nome', value: 'Ginevra Provetti Čertovà' },
        { label: 'Telefono', value: '+39 3** *** *567' },
        { label: 'Metodo', value: 'Codice monouso via SMS (OTP)' },
        { label: 'Indirizzo IP', value: '2001:db8::1' },
        {
          label: 'Dispositivo',
          value:
            'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
        },
      ],
    },
    {
      heading: 'Firme',
      facts: [
        { label: 'Certificato', value: '6490b7da736a13bab8f6e35a7589f820' },
        { label: 'Marca temporale', value: '20/11/2026 10:43:12 +01:00' },
      ],
    },
  ],
  events: Array.from({ length: 26 }, (_, i) => ({
    seq: i + 1,
    time: `20/11/2026 10:${String(10 + i)}:12.345 +01:00`,
    what: names[i % names.length] ?? '',
    who: i % 3 ? 'Ginevra Provetti (cliente)' : 'Sistema',
    detail: i % 2 ? 'Pagine 1-4 mostrate; impronta uguale a quella registrata all’apertura' : '',
    hash: h(String(i)),
  })),
  explanation: [
    'Ogni evento contiene l’impronta del precedente: una modifica, anche di un solo carattere, rompe la catena da quel punto in poi. La catena si ricalcola con SHA-256 sulla forma canonica JSON (RFC 8785).',
    'Le firme e il sigillo sono PAdES B-T (ETSI EN 319 142-1). Si controllano alla pagina Verifica del portale, con un lettore PDF o con openssl, usando come radice il certificato dell’installazione.',
    'Chi firma è indicato come dichiarato dalla concessionaria; la validità legale dipende dal tipo di firma.',
  ],
  footer: 'Tracciato del documento 48190 · generato il 20/11/2026 11:05 +01:00',
  sealField: 'Sigillo',
};
const bytes = await renderAuditPaper(paper);
const s = await applySignature(bytes, {
  field: 'Sigillo',
  key: await sealer.sealingKey(),
  stamp: (d) => timestamp.stamp(d),
  certify: true,
  lock: true,
  signedAt: new Date(),
  appearance: {
    kind: 'seal',
    demo: true,
    lines: ['Autoesempio S.p.A.', 'Sigillo elettronico del fornitore', '20/11/2026 11:05:12 (UTC+01:00)'],
  },
});
writeFileSync('/tmp/sg/audit.pdf', s.bytes);
const a = await authority.anchors();
console.log(
  bytes.length,
  s.bytes.length,
  (await pdfsig(s.bytes, a)).text.match(/.*Validation.*/g),
  await opensslCms(s.bytes, a),
  await opensslTs(s.bytes, a),
  (await qpdfCheck(s.bytes)).code,
);
console.log(await run('pdftoppm', ['-r', '80', '-png', '/tmp/sg/audit.pdf', '/tmp/sg/a']));
