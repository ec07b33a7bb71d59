/** Writes the properties and XMP of a PDF/A file, which must agree (ISO 19005-2 and -3, 6.6). */
import { type PDF, PdfDict, PdfName, PdfStream, PdfString } from '@libpdf/core';
import { pdfDate, textString } from './object-bytes.ts';

const PRODUCER = 'Fascicolo';

interface ArchivalFacts {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly created: Date;
  /** 2, or 3 for a file with attachments. */
  readonly part: 2 | 3;
}

/** Properties and XMP must match; pdfkit's own XMP would not escape the title. */
export function describeArchival(pdf: PDF, facts: ArchivalFacts): void {
  const { title, author, subject, created } = facts;
  const { trailer } = pdf.context.info;
  const info = PdfDict.of({
    Title: textString(title),
    Author: textString(author),
    Subject: textString(subject),
    Creator: textString(PRODUCER),
    Producer: textString(PRODUCER),
    CreationDate: PdfString.fromString(pdfDate(created)),
    ModDate: PdfString.fromString(pdfDate(created)),
  });
  trailer.set('Info', pdf.context.register(info));
  const xmp = metadata(facts);
  const stream = PdfStream.fromDict(
    { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') },
    Buffer.from(xmp, 'utf8'),
  );
  pdf.context.catalog.getDict().set('Metadata', pdf.context.register(stream));
}

function metadata(facts: ArchivalFacts): string {
  const time = `${facts.created.toISOString().slice(0, 19)}Z`;
  const alternative = (name: string, text: string) =>
    `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></dc:${name}>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>${facts.part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
${alternative('title', facts.title)}
<dc:creator><rdf:Seq><rdf:li>${escaped(facts.author)}</rdf:li></rdf:Seq></dc:creator>
${alternative('description', facts.subject)}</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate>
<xmp:MetadataDate>${time}</xmp:MetadataDate><xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdf:Producer>${PRODUCER}</pdf:Producer></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
