import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { openDemoAuthority } from '../../src/adapters/sealer/demo-authority.ts';
import { prepareForSigning } from '../../src/pdf/prepare.ts';
import { applySignature } from '../../src/pdf/sign.ts';
import { opensslCms, opensslTs, pdfsig, qpdfCheck } from './foreign.ts';

const clock = { now: () => new Date() };
const { authority, sealer, timestamp } = await openDemoAuthority('/tmp/sg/ca', clock);
let src: Uint8Array;
if (process.argv[2]) src = readFileSync(process.argv[2]);
else {
  const doc = new PDFDocument({ size: 'A4' });
  const ch: Buffer[] = [];
  doc.on('data', (c) => ch.push(c));
  for (let i = 0; i < 3; i++) {
    if (i) doc.addPage();
    doc.fontSize(20).text('Proposta pagina ' + (i + 1));
    doc.fontSize(11).text('Lorem ipsum dolor '.repeat(150));
  }
  doc.end();
  await new Promise((r) => doc.on('end', r));
  src = Buffer.concat(ch);
}
const plan = {
  title: "Proposta d'acquisto veicolo nuovo n. 2026/00418",
  language: 'it' as const,
  sealField: 'Sigillo',
  notes: [
    'Firma elettronica semplice (FES) con codice monouso via SMS. Per verificare il documento: apri la pagina Verifica del portale oppure usa un lettore PDF.',
    'Documento di prova, DEMO senza valore.',
  ],
  points: [
    {
      id: 'Firma1',
      caption: "Il Cliente propone l'acquisto alle condizioni indicate",
      signerName: 'Ginevra Provetti Čertovà-Žižkăș',
      role: 'Cliente',
    },
    {
      id: 'Firma2',
      caption: 'Approvazione specifica dei punti 3, 4 e 5 (artt. 1341 e 1342 c.c.)',
      signerName: 'Ginevra Provetti',
      role: 'Cliente',
    },
  ],
};
const p = await prepareForSigning(src, plan);
const p2 = await prepareForSigning(src, plan);
console.log(
  'deterministic',
  Buffer.compare(p.bytes, p2.bytes) === 0,
  src.length,
  p.bytes.length,
  JSON.stringify(p.points),
  p.pages,
);
writeFileSync('/tmp/sg/prepared.pdf', p.bytes);
let bytes = p.bytes;
for (const [i, pt] of plan.points.entries()) {
  const at = new Date();
  const key = await authority.issueSignerKey(
    {
      commonName: pt.signerName,
      givenName: 'Ginevra',
      surname: 'Provetti',
      organization: 'Autoesempio S.p.A.',
      actId: `session_1/${pt.id}`,
    },
    at,
  );
  const r = await applySignature(bytes, {
    field: pt.id,
    key,
    stamp: (d) => timestamp.stamp(d),
    certify: i === 0,
    signedAt: at,
    appearance: {
      kind: 'signature',
      demo: true,
      lines: [pt.signerName, 'Cliente', '20/11/2026 10:43:12 (UTC+01:00)', 'Firma elettronica con OTP'],
    },
  });
  key.destroy();
  console.log(r.bytes.length - bytes.length, r.byteRange, r.contentSha256, r.certificateSerial, r.timestamp);
  bytes = r.bytes;
}
const k = await sealer.sealingKey();
bytes = (
  await applySignature(bytes, {
    field: 'Sigillo',
    key: k,
    stamp: (d) => timestamp.stamp(d),
    lock: true,
    signedAt: new Date(),
    appearance: {
      kind: 'seal',
      demo: true,
      lines: ['Fascicolo', 'Sigillo elettronico del fornitore', '20/11/2026 10:43:12 (UTC+01:00)'],
    },
  })
).bytes;
writeFileSync('/tmp/sg/signed.pdf', bytes);
const anchors = await authority.anchors();
console.log((await pdfsig(bytes, anchors)).text);
console.log(await opensslCms(bytes, anchors), await opensslTs(bytes, anchors), await qpdfCheck(bytes));
