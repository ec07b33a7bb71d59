/** Papers that suppliers' programs draw, command by command, and two typesetters. */
import { CLAUSES, customer, dealer, LOREM, type Paper, type Program } from './papers.ts';

const paper = (
  program: Program,
  name: string,
  source: string,
  signs: Paper['signs'],
  more: Partial<Paper> = {},
): Paper => ({ name, program, source, signs, ...more });
const js = (text: unknown): string => JSON.stringify(text);

/** groff: a roff source. */
const roff = (body: string): string =>
  `.nr HY 0\n.ps 11\n.vs 14\n.ll 16.5c\n.po 2c\n${LOREM.map((one) => `${one}\n.sp 0.6\n`).join('')}${body}\n`;
/** reportlab and Cairo: Python; `out` is the path of the file. */
const lab = (body: string): string => `import sys
from reportlab.pdfgen import canvas
from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Paragraph, Table, TableStyle, Spacer
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib import colors
out = sys.argv[1]
text = ${js(LOREM.map((paragraph) => paragraph.replaceAll('’', "'")))}
styles = getSampleStyleSheet()
${body}
`;
const cairo = (body: string): string => `import sys, cairo, textwrap
s = cairo.PDFSurface(sys.argv[1], 595, 842)
c = cairo.Context(s)
c.select_font_face("Liberation Sans"); c.set_font_size(10)
def say(x, y, words):
    c.move_to(x, y); c.show_text(words)
def line(x1, y1, x2, y2):
    c.set_line_width(0.6); c.move_to(x1, y1); c.line_to(x2, y2); c.stroke()
y = 70
for part in ${js(LOREM)}:
    for row in textwrap.wrap(part, 95):
        say(50, y, row); y += 14
    y += 8
${body}
s.finish()
`;
/** PDFKit, jsPDF, pdf-lib, pdfmake, Typst: a function body that returns bytes, or writes to `out`. */
const kit = (
  body: string,
): string => `const PDFDocument = require('pdfkit'); const doc = new PDFDocument({ size: 'A4', margin: 50, info: { CreationDate: new Date(0) } });
doc.pipe(require('fs').createWriteStream(out)); doc.fontSize(10); const text = ${js(LOREM)}; for (const one of text) doc.text(one).moveDown(0.5);
${body}; doc.end();`;
const jspdf = (
  body: string,
): string => `const { jsPDF } = require('jspdf'); const { autoTable } = require('jspdf-autotable'); const doc = new jsPDF({ unit: 'pt', format: 'a4' });
doc.setFontSize(10); let y = 60; for (const one of ${js(LOREM)}) { const rows = doc.splitTextToSize(one, 495); doc.text(rows, 50, y); y += rows.length * 13 + 8; }
${body}; require('fs').writeFileSync(out, Buffer.from(doc.output('arraybuffer')));`;
const pdflib = (
  body: string,
): string => `(async () => { const { PDFDocument, StandardFonts, rgb } = require('pdf-lib'); const doc = await PDFDocument.create(); const page = doc.addPage([595, 842]);
const font = await doc.embedFont(StandardFonts.Helvetica); let y = 780; const say = (words, x, at) => page.drawText(words, { x, y: at, size: 10, font });
for (const one of ${js(LOREM)}) { page.drawText(one, { x: 50, y, size: 10, font, maxWidth: 495, lineHeight: 13 }); y -= 52; }
${body}; require('fs').writeFileSync(out, await doc.save()); })();`;
const pdfmake = (
  content: string,
): string => `const maker = require('pdfmake'); maker.setFonts({ Helvetica: { normal: 'Helvetica', bold: 'Helvetica-Bold' } });
const text = ${js(LOREM)}; maker.createPdf({ defaultStyle: { font: 'Helvetica', fontSize: 10 }, content: [...text.map((one) => ({ text: one, margin: [0, 0, 0, 8] })), ${content}] }).write(out);`;
const typst = (body: string): string =>
  `#set text(size: 10pt, lang: "it")\n#set page(paper: "a4", margin: 2cm)\n${LOREM.join('\n\n')}\n\n${body}\n`;

export const DRAWN_PAPERS: readonly Paper[] = [
  paper('groff', 'groff-riga', roff(".sp 3\nLuogo e data \\l'4c' \\h'1c'Firma del cliente \\l'6c'"), [
    customer('Firma del cliente', 'right'),
  ]),
  paper(
    'groff',
    'groff-tabella',
    roff(".sp 1\n.TS\nallbox;\nlw(7c) lw(7c).\nIl Venditore\tIl Cliente\n\\v'1c' \\v'1c'\tT{\n.sp 3\nT}\n.TE"),
    [customer('Il Cliente', 'below', 2), dealer('Il Venditore', 'below')],
  ),
  paper('groff', 'groff-sotto', roff(".sp 4\n\\l'6c'\\h'4c'\\l'6c'\n.br\n(il venditore)\\h'7.4c'(l'acquirente)"), [
    customer("(l'acquirente)", 'above'),
    dealer('(il venditore)', 'above'),
  ]),
  paper(
    'reportlab',
    'reportlab-linea',
    lab(
      "c = canvas.Canvas(out, pagesize=A4)\ny = 780\nfor t in text:\n    o = c.beginText(50, y); o.setFont('Helvetica', 9)\n    for i in range(0, len(t), 105): o.textLine(t[i:i+105])\n    c.drawText(o); y -= 50\nc.drawString(50, 240, 'Il Venditore'); c.drawString(340, 240, \"L'Acquirente\")\nc.line(50, 190, 230, 190); c.line(340, 190, 530, 190)\nc.save()",
    ),
    [customer("L'Acquirente", 'below'), dealer('Il Venditore', 'below')],
  ),
  paper(
    'reportlab',
    'reportlab-riquadri',
    lab(
      "c = canvas.Canvas(out, pagesize=A4)\nc.setFont('Helvetica', 9)\nfor i, t in enumerate(text): c.drawString(50, 780 - 16 * i, t[:105])\nc.rect(50, 300, 220, 70); c.rect(320, 300, 220, 70)\nc.drawString(54, 360, 'TIMBRO E FIRMA DEL CONCESSIONARIO'); c.drawString(324, 360, 'FIRMA DEL CLIENTE')\nc.save()",
    ),
    [customer('FIRMA DEL CLIENTE', 'below'), dealer('TIMBRO E FIRMA DEL CONCESSIONARIO', 'below')],
  ),
  paper(
    'reportlab',
    'reportlab-tabella',
    lab(
      "d = SimpleDocTemplate(out, pagesize=A4)\np = [Paragraph(t, styles['BodyText']) for t in text]\nt1 = Table([['Descrizione', 'Prezzo'], ['Veicolo', '21.300,00'], ['Accessori', '900,00']]); t1.setStyle(TableStyle([('GRID', (0,0), (-1,-1), 0.5, colors.grey)]))\nt2 = Table([['Data', 'Firma del cliente', 'Firma del venditore'], ['', '', '']], colWidths=[80, 200, 200], rowHeights=[18, 60]); t2.setStyle(TableStyle([('BOX', (0,0), (-1,-1), 0.7, colors.black), ('INNERGRID', (0,0), (-1,-1), 0.4, colors.black)]))\nd.build(p + [t1, Spacer(1, 30), t2])",
    ),
    [customer('Firma del cliente', 'below'), dealer('Firma del venditore', 'below')],
  ),
  paper(
    'reportlab',
    'reportlab-sopra-linea',
    lab(
      "c = canvas.Canvas(out, pagesize=A4)\nc.setFont('Helvetica', 9)\nfor i, t in enumerate(text): c.drawString(50, 780 - 16 * i, t[:105])\nfor x, w in ((60, 'Luogo e data'), (330, 'Firma per accettazione del cliente')):\n    c.setDash(1, 2); c.line(x, 200, x + 200, 200); c.setDash(); c.setFont('Helvetica', 7); c.drawCentredString(x + 100, 190, w)\nc.save()",
    ),
    [customer('Firma per accettazione del cliente', 'above')],
  ),
  paper(
    'reportlab',
    'reportlab-mupdf',
    lab(
      "c = canvas.Canvas(out, pagesize=A4)\nc.setFont('Helvetica', 9)\nfor i, t in enumerate(text): c.drawString(50, 780 - 16 * i, t[:105])\nc.drawString(50, 300, 'Firma del cliente'); c.line(130, 298, 340, 298)\nc.drawString(50, 240, 'Firma del venditore'); c.line(145, 238, 340, 238)\nc.save()",
    ),
    [customer('Firma del cliente', 'right'), dealer('Firma del venditore', 'right')],
    { through: 'MuPDF' },
  ),
  paper(
    'Cairo',
    'cairo-linee',
    cairo(
      'say(80, 600, "Il Concessionario"); line(60, 650, 250, 650)\nsay(380, 600, "Il Committente"); line(350, 650, 540, 650)',
    ),
    [customer('Il Committente', 'below'), dealer('Il Concessionario', 'below', 2)],
  ),
  paper(
    'Cairo',
    'cairo-griglia',
    cairo(
      'for x in (50, 200, 370, 545): line(x, 560, x, 640)\nfor yy in (560, 580, 640): line(50, yy, 545, yy)\nsay(56, 574, "Data"); say(206, 574, "Firma accettatore"); say(376, 574, "Firma cliente")',
    ),
    [customer('Firma cliente', 'below'), { role: 'operatorDealer', words: 'Firma accettatore', side: 'below' }],
  ),
  paper(
    'Cairo',
    'cairo-ghostscript',
    cairo(
      'say(50, 640, "Luogo e data"); line(120, 642, 250, 642); say(290, 640, "Firma del cliente"); line(375, 642, 545, 642)',
    ),
    [customer('Firma del cliente', 'right')],
    { through: 'Ghostscript' },
  ),
  paper(
    'PDFKit',
    'pdfkit-linea',
    kit("doc.text('Firma del cliente', 50, 620); doc.moveTo(140, 630).lineTo(340, 630).lineWidth(0.5).stroke()"),
    [customer('Firma del cliente', 'right')],
  ),
  paper(
    'PDFKit',
    'pdfkit-tratteggio',
    kit(
      "doc.text('Il venditore', 60, 600).text('Il cliente', 360, 600); doc.moveTo(60, 660).lineTo(250, 660).dash(2, { space: 2 }).stroke(); doc.moveTo(360, 660).lineTo(545, 660).stroke()",
    ),
    [customer('Il cliente', 'below'), dealer('Il venditore', 'below')],
  ),
  paper(
    'PDFKit',
    'pdfkit-riquadro-grigio',
    kit(
      "doc.rect(320, 600, 225, 60).fill('#eeeeee'); doc.fillColor('#000').fontSize(8).text('Firma dell’acquirente per accettazione', 320, 588)",
    ),
    [customer('Firma dell’acquirente per accettazione', 'below')],
  ),
  paper(
    'jsPDF',
    'jspdf-linee',
    jspdf(
      "doc.text('Firma del Venditore', 60, 640); doc.text('Firma del Cliente', 360, 640); doc.line(60, 690, 240, 690); doc.line(360, 690, 540, 690)",
    ),
    [customer('Firma del Cliente', 'below'), dealer('Firma del Venditore', 'below')],
  ),
  paper(
    'jsPDF',
    'jspdf-tabella',
    jspdf(
      "autoTable(doc, { startY: y + 20, theme: 'grid', head: [['Data', 'Firma del proponente']], body: [[{ content: '', styles: { minCellHeight: 50 } }, '']] })",
    ),
    [customer('Firma del proponente', 'below')],
  ),
  paper(
    'pdf-lib',
    'pdflib-trattini',
    pdflib(
      "say('Data __________________', 50, 300); say('Firma del cliente ________________________________', 250, 300)",
    ),
    [customer('Firma del cliente', 'right')],
  ),
  paper(
    'pdf-lib',
    'pdflib-sotto',
    pdflib(
      "page.drawLine({ start: { x: 340, y: 260 }, end: { x: 540, y: 260 }, thickness: 0.7 }); page.drawText('Il locatario', { x: 415, y: 249, size: 8, font }); page.drawLine({ start: { x: 60, y: 260 }, end: { x: 260, y: 260 }, thickness: 0.7 }); page.drawText('Il locatore', { x: 135, y: 249, size: 8, font })",
    ),
    [customer('Il locatario', 'above'), dealer('Il locatore', 'above')],
  ),
  paper(
    'pdfmake',
    'pdfmake-colonne',
    pdfmake(
      "{ columns: [{ stack: ['Il Venditore', { canvas: [{ type: 'line', x1: 0, y1: 45, x2: 200, y2: 45, lineWidth: 0.5 }] }] }, { stack: ['Il Cliente', { canvas: [{ type: 'line', x1: 0, y1: 45, x2: 200, y2: 45, lineWidth: 0.5 }] }] }], margin: [0, 40, 0, 0] }",
    ),
    [customer('Il Cliente', 'below', 2), dealer('Il Venditore', 'below')],
  ),
  paper(
    'pdfmake',
    'pdfmake-tabella',
    pdfmake(
      "{ table: { widths: ['*', '*'], heights: [16, 55], body: [['Timbro e firma della Concessionaria', 'Firma del Cliente'], ['', '']] }, margin: [0, 30, 0, 0] }",
    ),
    [customer('Firma del Cliente', 'below'), dealer('Timbro e firma della Concessionaria', 'below')],
  ),
  paper(
    'Typst',
    'typst-linee',
    typst(
      '#v(2cm)\n#grid(columns: (1fr, 1fr), gutter: 2cm, [Il Venditore #v(1.2cm) #line(length: 100%)], [L’Acquirente #v(1.2cm) #line(length: 100%)])',
    ),
    [customer('L’Acquirente', 'below'), dealer('Il Venditore', 'below')],
  ),
  paper(
    'Typst',
    'typst-riga',
    typst(
      '#v(1.6cm)\nData #box(width: 3cm, line(length: 100%)) #h(1cm) Firma del contraente #box(width: 6cm, repeat[.])',
    ),
    [customer('Firma del contraente', 'right')],
  ),
  paper(
    'Typst',
    'typst-clausole',
    typst(
      `#v(1.6cm)\n#align(right)[Firma del Cliente #box(width: 6cm, stroke: (bottom: 0.5pt), height: 0.8em)]\n\n#v(0.6cm)\n${CLAUSES}\n\n#v(1.6cm)\n#align(right)[Firma del Cliente #box(width: 6cm, stroke: (bottom: 0.5pt), height: 0.8em)]`,
    ),
    [customer('Firma del Cliente', 'right', 1)],
  ),
  paper(
    'reportlab',
    'no-firmato-digitalmente',
    lab(
      "c = canvas.Canvas(out, pagesize=A4)\nc.setFont('Helvetica', 9)\nfor i, t in enumerate(text): c.drawString(50, 780 - 16 * i, t[:105])\nc.drawString(60, 240, 'Il Cliente'); c.line(60, 190, 250, 190)\nc.setFont('Helvetica', 7); c.drawString(64, 206, 'Firmato digitalmente da'); c.drawString(64, 196, 'PROVETTI GINEVRA')\nc.save()",
    ),
    [],
  ),
  paper(
    'Cairo',
    'no-tabella-totali',
    cairo(
      'for x in (50, 300, 420, 545): line(x, 560, x, 680)\nfor yy in (560, 600, 640, 680): line(50, yy, 545, yy)\nsay(56, 584, "Cliente"); say(56, 624, "Venditore"); say(306, 584, "Totale"); say(56, 664, "Consulente")',
    ),
    [],
  ),
  paper(
    'PDFKit',
    'no-scarabocchio',
    kit(
      "doc.text('Il Cliente', 360, 600); doc.moveTo(360, 660).lineTo(545, 660).stroke(); doc.lineWidth(1.2).moveTo(370, 640).bezierCurveTo(400, 600, 410, 690, 430, 640).bezierCurveTo(440, 610, 460, 680, 480, 635).bezierCurveTo(490, 620, 500, 670, 520, 640).stroke()",
    ),
    [],
  ),
];
