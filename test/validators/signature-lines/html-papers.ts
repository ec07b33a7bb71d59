/** Papers written as web pages: by the dealer's management system, printed by a browser or by a server. */
import { CLAUSES, customer, dealer, LOREM, type Paper, PRIVACY, type Program } from './papers.ts';

const STYLE = `body{font:11px Arial,"Liberation Sans",sans-serif;margin:28px;line-height:1.4}h1{font-size:17px}
table{border-collapse:collapse;width:100%}td,th{border:1px solid #555;padding:4px 6px;text-align:left}.two{width:100%}
.two td{border:0;width:50%;vertical-align:top}.line{border-bottom:1px solid #000;height:34px;width:230px}.dots{border-bottom:1px dotted #333;height:36px;width:220px}
.box{border:1px solid #444;height:62px;width:240px}.small{font-size:8px;color:#444}`;
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="it"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${body}</body></html>`;
const text = (count = 4): string =>
  LOREM.slice(0, count)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');
const prices = `<table><tr><th>Voce</th><th>Prezzo</th><th>IVA</th><th>Totale</th></tr><tr><td>Veicolo nuovo, 3 porte</td><td>25.400,00</td><td>22%</td><td>30.988,00</td></tr>
<tr><td>Messa su strada</td><td>780,00</td><td>22%</td><td>951,60</td></tr><tr><td>Sconto cliente</td><td>-1.200,00</td><td></td><td>-1.464,00</td></tr></table>`;
const header = `<table><tr><td>Cliente</td><td>Rossi Mario</td><td>Cod. fiscale</td><td>RSSMRA80A01H501U</td></tr><tr><td>Telaio</td><td></td><td>Targa</td><td>AB123CD</td></tr></table>`;
const paper = (
  program: Program,
  name: string,
  body: string,
  signs: Paper['signs'],
  more: Partial<Paper> = {},
): Paper => ({
  ...{ name, program, signs, ...more },
  source: page(name.replaceAll('-', ' '), body),
});

export const HTML_PAPERS: readonly Paper[] = [
  paper(
    'Chromium',
    'preventivo-riga',
    `${header}${text()}${prices}<p style="margin-top:46px">Firma del cliente ______________________________</p>`,
    [customer('Firma del cliente', 'right')],
  ),
  paper(
    'Chromium',
    'proposta-due-colonne',
    `${header}${text()}<table class="two"><tr><td>Il Venditore<div class="line"></div></td><td>L’Acquirente<div class="line"></div></td></tr></table>`,
    [customer('L’Acquirente', 'below'), dealer('Il Venditore', 'below')],
  ),
  paper(
    'Chromium',
    'riga-con-nome-sotto',
    `${text(3)}<table class="two"><tr><td><div class="line"></div><span class="small">Luogo e data</span></td><td><div class="line"></div><span class="small">Firma dell’acquirente</span></td></tr></table>`,
    [customer('Firma dell’acquirente', 'above')],
  ),
  paper(
    'Chromium',
    'riquadro',
    `${prices}${text(2)}<p>Timbro e firma del concessionario</p><div class="box"></div><p>Firma per accettazione del cliente</p><div class="box"></div>`,
    [customer('Firma per accettazione del cliente', 'below'), dealer('Timbro e firma del concessionario', 'below')],
  ),
  paper(
    'Chromium',
    'cella-vuota',
    `${header}${text(2)}<table><tr style="height:52px"><td style="width:130px">Data</td><td></td><td style="width:130px">Firma del cliente</td><td style="width:220px"></td></tr></table>`,
    [customer('Firma del cliente', 'right', 1)],
  ),
  paper(
    'Chromium',
    'puntini',
    `${text(4)}<p style="margin-top:40px">Luogo e data ................................ &nbsp; Il Cliente ........................................................</p>`,
    [customer('Il Cliente', 'right', 2)],
  ),
  paper(
    'Chromium',
    'clausole',
    `${header}${text(3)}<table class="two"><tr><td>Il Concessionario<div class="line"></div></td><td>Il Cliente<div class="line"></div></td></tr></table><p style="margin-top:26px">${CLAUSES}</p><table class="two"><tr><td></td><td>Il Cliente<div class="line"></div></td></tr></table>`,
    [customer('Il Cliente', 'below', 2), dealer('Il Concessionario', 'below', 2)],
  ),
  paper(
    'Chromium',
    'firma-leggibile-sotto',
    `${text(4)}<table class="two"><tr><td>Il Proponente<div class="dots"></div><span class="small">(firma leggibile)</span></td><td>Per il Concessionario<div class="dots"></div><span class="small">(timbro e firma)</span></td></tr></table>`,
    [customer('Il Proponente', 'below'), dealer('Per il Concessionario', 'below')],
  ),
  paper(
    'Chromium',
    'comodato',
    `${text(4)}<div style="display:flex;justify-content:space-between;margin-top:30px"><div style="text-align:center">Il Comodante<div class="line"></div></div><div style="text-align:center">Il Comodatario<div class="line"></div></div></div>`,
    [customer('Il Comodatario', 'below'), dealer('Il Comodante', 'below')],
  ),
  paper(
    'Chromium',
    'due-pagine',
    `${header}${text()}${prices}<div style="page-break-before:always"></div>${text()}${text()}<p style="margin-top:44px">Data ____________ &nbsp;&nbsp; Firma del Cliente per accettazione ____________________________</p>`,
    [customer('Firma del Cliente per accettazione', 'right')],
  ),
  paper(
    'Chromium',
    'ordine-di-lavoro',
    `${header}<p>Lavori richiesti: tagliando 30.000 km, controllo freni.</p>${prices}<table style="margin-top:20px"><tr style="height:70px;vertical-align:top"><td style="width:33%">Firma accettatore</td><td style="width:33%">Firma del cliente per accettazione</td><td>Firma per ritiro veicolo</td></tr></table>`,
    [
      { role: 'operatorDealer', words: 'Firma accettatore', side: 'below' },
      customer('Firma del cliente per accettazione', 'below'),
    ],
  ),
  paper(
    'Chromium',
    'solo-parola-firma',
    `<p>${PRIVACY}</p><p>□ acconsento &nbsp; □ non acconsento</p><p style="margin-top:40px">Data ______________ Firma ____________________________________</p>`,
    [customer('Firma', 'right')],
  ),
  paper(
    'Chromium',
    'stampata-da-ghostscript',
    `${text(3)}<table class="two"><tr><td>Il Responsabile vendite<div class="line"></div></td><td>Firma Cliente<div class="line"></div></td></tr></table>`,
    [customer('Firma Cliente', 'below'), { role: 'salesManager', words: 'Il Responsabile vendite', side: 'below' }],
    { through: 'Ghostscript' },
  ),
  paper(
    'Chromium',
    'stampata-da-poppler',
    `${text(3)}<p style="margin-top:50px">Per accettazione <span style="display:inline-block;border-bottom:1px solid #000;width:240px">&nbsp;</span></p>`,
    [customer('Per accettazione', 'right')],
    { through: 'Poppler' },
  ),
  paper(
    'Chromium',
    'orizzontale',
    `<style>@page{size:A4 landscape}</style>${prices}${text(2)}<table class="two"><tr><td>Firma del venditore<div class="line"></div></td><td>Firma del cliente<div class="line"></div></td></tr></table>`,
    [customer('Firma del cliente', 'below'), dealer('Firma del venditore', 'below')],
  ),
  paper(
    'wkhtmltopdf',
    'preventivo-wk',
    `${header}${prices}${text(3)}<p style="margin-top:60px">Firma del cliente: ______________________________</p>`,
    [customer('Firma del cliente', 'right')],
  ),
  paper(
    'wkhtmltopdf',
    'contratto-wk',
    `${text()}<table class="two"><tr><td>Il Venditore<div class="line"></div></td><td>Il Compratore<div class="line"></div></td></tr></table>`,
    [customer('Il Compratore', 'below'), dealer('Il Venditore', 'below')],
  ),
  paper(
    'wkhtmltopdf',
    'griglia-wk',
    `${header}${text(2)}<table><tr><th>Firma del Concessionario</th><th>Firma del Cliente</th></tr><tr><td style="height:64px"></td><td></td></tr></table>`,
    [customer('Firma del Cliente', 'below'), dealer('Firma del Concessionario', 'below')],
  ),
  paper(
    'wkhtmltopdf',
    'didascalie-wk',
    `${text(3)}<table class="two"><tr><td align="center">______________________________<br>(Luogo e data)</td><td align="center">______________________________<br>(Firma del Richiedente)</td></tr></table>`,
    [customer('(Firma del Richiedente)', 'above')],
  ),
  paper(
    'wkhtmltopdf',
    'clausole-wk',
    `${text(3)}<p style="margin-top:40px">Firma del Cliente ___________________________</p><p>${CLAUSES}</p><p style="margin-top:50px">Firma del Cliente ___________________________</p>`,
    [customer('Firma del Cliente', 'right', 1)],
  ),
  paper(
    'WeasyPrint',
    'mandato-weasy',
    `${text(3)}<table class="two"><tr><td>Luogo e data<div class="line"></div></td><td>Firma dell’intestatario<div class="line"></div></td></tr></table>`,
    [customer('Firma dell’intestatario', 'below')],
  ),
  paper(
    'WeasyPrint',
    'consegna-weasy',
    `${header}${prices}<p>Il veicolo è consegnato con due chiavi e il libretto.</p><table><tr><td style="height:58px;width:25%">Firma del cliente per ricevuta</td><td></td></tr></table>`,
    [customer('Firma del cliente per ricevuta', 'right')],
  ),
  paper(
    'WeasyPrint',
    'puntini-weasy',
    `${text(4)}<p style="margin-top:52px">L’acquirente ...............................................</p><p style="margin-top:52px">Il venditore ...............................................</p>`,
    [customer('L’acquirente', 'right'), dealer('Il venditore', 'right')],
  ),
  // These need no signature, or do not name the signer.
  paper(
    'Chromium',
    'no-listino',
    `${prices}${text(2)}${prices}<p>Prezzi validi fino a esaurimento. Firma digitale non richiesta.</p>`,
    [],
  ),
  paper(
    'Chromium',
    'no-solo-venditore',
    `${header}${text(3)}<table class="two"><tr><td></td><td>Il Venditore<div class="line"></div></td></tr></table>`,
    [dealer('Il Venditore', 'below')],
  ),
  paper(
    'Chromium',
    'no-nel-testo',
    `${text()}<p>Ai fini della firma del cliente si rinvia all’allegato. Per accettazione si intende la</p><p>firma del cliente</p><p>apposta sul contratto. Il Cliente _____ può recedere.</p>`,
    [],
  ),
  paper(
    'wkhtmltopdf',
    'no-dati-cliente',
    `<table><tr><td style="width:90px">Cliente</td><td style="height:24px"></td></tr><tr><td>Acquirente</td><td style="height:24px"></td></tr></table><p>Cliente _______________________ Telefono ______________</p><p>Intestatario ______________________</p>${text(2)}`,
    [],
  ),
  paper(
    'Chromium',
    'no-gia-firmato',
    `${text(3)}<table class="two"><tr><td>Il Cliente<div class="line" style="height:24px"><b>Mario Rossi</b></div></td><td>Il Venditore<div class="line" style="height:24px"><i>L. Bianchi</i></div></td></tr></table>`,
    [],
  ),
  paper(
    'wkhtmltopdf',
    'no-garante',
    `${text(3)}<table class="two"><tr><td>Il Garante<div class="line"></div></td><td>Il Coobbligato<div class="line"></div></td></tr></table>`,
    [],
  ),
  paper(
    'Chromium',
    'no-timbro',
    `${text(2)}<p style="margin-top:40px">Timbro e firma ____________________________</p>`,
    [],
  ),
  paper(
    'Chromium',
    'no-tre-firme',
    `${text(1)}<p style="margin-top:40px">Firma del cliente _______________________</p>${text(1)}<p style="margin-top:40px">Firma del cliente _______________________</p>${text(1)}<p style="margin-top:40px">Firma del cliente _______________________</p>`,
    [],
  ),
];
