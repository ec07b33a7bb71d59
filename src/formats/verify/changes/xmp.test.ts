/** Two XMP packets are equal if their properties are, however they are written. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { xmpProperties } from './xmp.ts';

const read = (text: string) => xmpProperties(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
const packet = (inside: string, prefix = 'xmp') =>
  `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>` +
  `<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>` +
  `<rdf:Description rdf:about='' xmlns:${prefix}='http://ns.adobe.com/xap/1.0/' ${inside}</rdf:RDF></x:xmpmeta>   <?xpacket end='w'?>`;

describe('metadata', () => {
  it.each([
    packet("xmp:CreatorTool='Writer'/>"),
    packet('xmp:CreatorTool="Writer"></rdf:Description>'),
    packet('>\n <xmp:CreatorTool> Writer </xmp:CreatorTool>\n</rdf:Description>'),
    packet('><xap:CreatorTool>Writer</xap:CreatorTool></rdf:Description>', 'xap'),
  ])('as attributes, elements or with other prefixes is the same: %#', (text) => {
    expect(read(text)).toEqual(['xmp:CreatorTool = Writer']);
  });

  it('that is empty has no properties', () => {
    expect(read("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")).toEqual([]);
  });

  it.each(
    rowsOf(`
      text                          | Gentile cliente <
      an element that does not end  | <x:xmpmeta><a>
      elements that cross           | <a><b></a></b>
      a declaration                 | <!DOCTYPE x><a/>
      one prefix for two namespaces | <a xmlns:p="one"/><b xmlns:p="two"/>
    `),
  )('that is %s is refused', (_, text) => {
    expect(read(text)).toBeNull();
  });
});
