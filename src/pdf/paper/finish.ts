/** Finishes a drawn paper: form with its fields and empty appearances, metadata that agrees with the file's properties, identifier (ISO 19005-2 §6.3, §6.6). */
import { PDF, PdfDict, PdfName, PdfStream, PdfString } from '@libpdf/core';
import type { Paper } from '#domain/papers/paper.ts';
import { adoptSignatureFields, savePrepared } from '../form.ts';
import { pdfDate, textString } from '../syntax.ts';

const PRODUCER = 'Fascicolo';

export async function finishPaper(drawn: Uint8Array, paper: Paper): Promise<Uint8Array> {
  const pdf = await PDF.load(drawn);
  adoptSignatureFields(pdf);
  describe(pdf, paper);
  return savePrepared(pdf, [JSON.stringify(paper)]);
}

/** Properties and XMP say the same; pdfkit's own XMP would not escape what stands in a title. */
function describe(pdf: PDF, paper: Paper): void {
  const created = new Date(`${paper.date}T00:00:00Z`);
  const author = paper.letterhead.company;
  const { trailer } = pdf.context.info;
  const info = PdfDict.of({
    Title: textString(paper.title),
    Author: textString(author),
    Subject: textString(paper.subject),
    Creator: textString(PRODUCER),
    Producer: textString(PRODUCER),
    CreationDate: PdfString.fromString(pdfDate(created)),
    ModDate: PdfString.fromString(pdfDate(created)),
  });
  trailer.set('Info', pdf.context.register(info));
  const xmp = metadata({ title: paper.title, author, subject: paper.subject, created });
  const stream = PdfStream.fromDict(
    { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') },
    Buffer.from(xmp, 'utf8'),
  );
  pdf.context.catalog.getDict().set('Metadata', pdf.context.register(stream));
}

function metadata(about: { title: string; author: string; subject: string; created: Date }): string {
  const time = `${about.created.toISOString().slice(0, 19)}Z`;
  const alternative = (name: string, text: string) =>
    `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></dc:${name}>`;
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">',
    '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    alternative('title', about.title),
    `<dc:creator><rdf:Seq><rdf:li>${escaped(about.author)}</rdf:li></rdf:Seq></dc:creator>`,
    `${alternative('description', about.subject)}</rdf:Description>`,
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    `<xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate>`,
    `<xmp:MetadataDate>${time}</xmp:MetadataDate><xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool></rdf:Description>`,
    '<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    `<pdf:Producer>${PRODUCER}</pdf:Producer></rdf:Description>`,
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
