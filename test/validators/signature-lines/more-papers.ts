/** Papers written after the finder of signature lines, to test it on layouts for which it was not made. */
import { CLAUSES, customer, dealer, LOREM, type Paper, type Program } from './papers.ts';

const STYLE = `body{font:12px "Liberation Serif",serif;margin:40px}table{border-collapse:collapse}td,th{border:1px solid #777;padding:5px}.n td{border:0}.u{border-bottom:1px solid #000;display:inline-block;width:210px}`;
const paper = (
  name: string,
  body: string,
  signs: Paper['signs'],
  program: Program = 'Chromium',
  more: Partial<Paper> = {},
): Paper => ({
  ...{ name, program, signs, ...more },
  source: `<!doctype html><html lang="it"><head><meta charset="utf-8"><style>${STYLE}</style></head><body><h2>${name.replaceAll('-', ' ')}</h2>${body}</body></html>`,
});
const text = (count = 3): string =>
  LOREM.slice(0, count)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');

export const MORE_PAPERS: readonly Paper[] = [
  paper(
    'altro-x',
    `${text()}<p style="margin-top:50px">X <span class="u"></span><br>&nbsp;&nbsp; Firma del cliente</p>`,
    [customer('Firma del cliente', 'above')],
  ),
  paper(
    'altro-tre-colonne',
    `${text()}<table class="n" style="width:100%;text-align:center"><tr><td>Il Cliente</td><td>Il Venditore</td><td>Il Responsabile</td></tr><tr><td style="padding-top:44px">________________</td><td style="padding-top:44px">________________</td><td style="padding-top:44px">________________</td></tr></table>`,
    [
      customer('Il Cliente', 'below', 2),
      dealer('Il Venditore', 'below'),
      { role: 'salesManager', words: 'Il Responsabile', side: 'below' },
    ],
  ),
  paper(
    'altro-per-accettazione-cliente',
    `${text()}<p>Per accettazione</p><p>Il Cliente</p><p style="margin-top:40px">.......................................................</p>`,
    [customer('Il Cliente', 'below', 2)],
  ),
  paper(
    'altro-in-maiuscolo',
    `${text()}<p style="margin-top:44px">LUOGO E DATA ____________________</p><p style="margin-top:44px">FIRMA DEL PROPRIETARIO DEL VEICOLO ____________________________</p>`,
    [],
  ),
  paper(
    'altro-acquirente-inglese',
    `${text()}<p style="margin-top:44px">Firma del cliente / Customer signature: <span class="u"></span></p>`,
    [customer('Firma del cliente / Customer signature', 'right')],
  ),
  paper(
    'altro-firma-digitale',
    `${text()}<table style="width:100%"><tr><td style="height:70px;vertical-align:top;width:50%">Luogo e data</td><td style="vertical-align:top">Firma leggibile del cliente</td></tr></table>`,
    [customer('Firma leggibile del cliente', 'below')],
  ),
  paper(
    'altro-fondo-pagina',
    `<table style="width:100%"><tr><th>Modello</th><th>Targa</th><th>Km</th></tr><tr><td>Berlina</td><td>AB123CD</td><td>12.000</td></tr></table>${text(4)}<div style="position:fixed;bottom:60px;width:100%"><div style="float:left;width:45%;border-top:1px solid #000;text-align:center">Timbro e firma dell’Autosalone</div><div style="float:right;width:45%;border-top:1px solid #000;text-align:center">Firma del Cliente</div></div>`,
    [customer('Firma del Cliente', 'above'), dealer('Timbro e firma dell’Autosalone', 'above')],
  ),
  paper(
    'altro-modulo-recesso',
    `<p>Nome e cognome ____________________________</p><p>Indirizzo ____________________________</p><p>Data ____________</p><p style="margin-top:40px">Firma (solo se il modulo è inviato su carta) ______________________</p>`,
    [],
  ),
  paper(
    'altro-due-clienti',
    `${text()}<p style="margin-top:44px">Firma del 1° intestatario <span class="u"></span></p><p style="margin-top:44px">Firma del 2° intestatario <span class="u"></span></p>`,
    [customer('Firma del 1° intestatario', 'right')],
  ),
  paper(
    'altro-consensi',
    `${text(1)}<p>□ presto il consenso □ nego il consenso al marketing</p><p style="margin-top:40px">Firma <span class="u"></span></p><p>□ presto il consenso □ nego il consenso alla profilazione</p><p style="margin-top:40px">Firma <span class="u"></span></p>`,
    [],
  ),
  paper(
    'altro-noleggio',
    `${text()}<p>${CLAUSES}</p><table class="n" style="width:100%"><tr><td>Il Noleggiante<br><br><br><span class="u"></span></td><td>Il Cliente<br><br><br><span class="u"></span></td></tr></table>`,
    [],
  ),
  paper(
    'altro-verbale',
    `<table style="width:100%"><tr><td colspan="2">VERBALE DI CONSEGNA</td></tr><tr><td>Targa AB123CD</td><td>Km 10</td></tr><tr><td style="height:60px">Firma del consegnatario</td><td style="height:60px">Firma del venditore</td></tr></table>`,
    [customer('Firma del consegnatario', 'right'), dealer('Firma del venditore', 'right')],
  ),
  paper(
    'altro-wk-linee',
    `${text()}<br><br><table class="n" style="width:100%"><tr><td>_____________________<br>Il Venditore</td><td>_____________________<br>Il Cliente</td></tr></table>`,
    [customer('Il Cliente', 'above', 2), dealer('Il Venditore', 'above')],
    'wkhtmltopdf',
  ),
  paper(
    'altro-wk-data-firma',
    `${text()}<br><br><p>Data e firma del cliente: ........................................................</p>`,
    [customer('Data e firma del cliente', 'right')],
    'wkhtmltopdf',
  ),
  paper(
    'altro-weasy-riquadro',
    `${text()}<div style="border:1px solid #000;width:250px;height:90px;padding:4px">Firma dell’acquirente</div>`,
    [customer('Firma dell’acquirente', 'below')],
    'WeasyPrint',
  ),
  paper(
    'altro-weasy-due',
    `${text()}<table class="n" style="width:100%"><tr><td>Firma del cliente<br><br><br>_______________________</td><td>Firma del concessionario<br><br><br>_______________________</td></tr></table>`,
    [customer('Firma del cliente', 'below'), dealer('Firma del concessionario', 'below')],
    'WeasyPrint',
  ),
  paper(
    'altro-officina',
    `<table style="width:100%"><tr><th>Ricambi</th><th>Q.tà</th><th>Prezzo</th></tr><tr><td>Filtro olio</td><td>1</td><td>18,00</td></tr></table><p>Autorizzo i lavori indicati.</p><p style="margin-top:36px">Firma per autorizzazione <span class="u"></span></p><p style="margin-top:36px">Firma per ritiro <span class="u"></span></p>`,
    [],
  ),
  paper(
    'altro-test-drive',
    `${text()}<p style="margin-top:44px">Il sottoscritto ____________________ patente n. ______________</p><p style="margin-top:44px">Firma del richiedente la prova <span class="u"></span></p>`,
    [],
  ),
  paper(
    'altro-gs',
    `${text()}<table class="n" style="width:100%"><tr><td style="border-bottom:1px solid #000;height:60px;width:45%"></td><td style="width:10%"></td><td style="border-bottom:1px solid #000"></td></tr><tr><td>il concessionario</td><td></td><td>il cliente</td></tr></table>`,
    [customer('il cliente', 'above'), dealer('il concessionario', 'above')],
    'Chromium',
    { through: 'Ghostscript' },
  ),
  paper(
    'altro-legale',
    `${text()}<p style="margin-top:44px">Timbro e firma del legale rappresentante del cliente ______________________________</p>`,
    [customer('Timbro e firma del legale rappresentante del cliente', 'right')],
  ),
];
