/** The HTML of a message contains the same words as its text, and none of the text becomes markup. */
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { copyMail } from '#domain/signing/messages/copy-message.ts';
import { linkMail } from '#domain/signing/messages/messages.ts';
import { rowsOf } from '#test/rows.ts';
import { mailHtml } from './mail-html.ts';

const URL_OF = 'https://firma.example.it/sign/AbC-1_2.x?a=1&b=2';
const facts = { dealer: 'Auto Rossi & Figli', fingerprint: '1A2B 3C4D', url: URL_OF, demo: false };

function read(html: string) {
  const { document } = new Window();
  document.write(html);
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  return { document, all, texts: (selector: string) => all(selector).map(({ textContent }) => textContent) };
}

const MESSAGES = {
  link: linkMail({ ...facts, label: 'Preventivo', expires: new Date('2026-11-23T09:00:00Z'), reminder: false }),
  several: copyMail({ ...facts, papers: ['Preventivo', 'Privacy'], expires: new Date('2026-12-20T09:00:00Z') }),
};

describe('the HTML of a message', () => {
  it.each(Object.entries(MESSAGES))('has every word of the text, in order (%s)', (_name, { subject, text }) => {
    const { document, texts } = read(mailHtml(subject, text));
    expect(document.title).toBe(subject);
    const shown = (document.querySelector('.card')?.textContent ?? '').replace(/\s+/g, '');
    let from = 0;
    for (const line of text.split('\n')) {
      const wanted = line.replace(/^- /, '').replace(/\s+/g, '');
      from = shown.indexOf(wanted, from) + wanted.length;
      expect(from, line).toBeGreaterThanOrEqual(wanted.length);
    }
    expect(texts('p').length).toBeGreaterThan(4);
  });

  it('renders the link as a button, with the URL below it', () => {
    const { subject, text } = MESSAGES.link;
    const links = read(mailHtml(subject, text)).all('a');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      [URL_OF, 'Apri la pagina'],
      [URL_OF, URL_OF],
    ]);
  });

  it('renders the text’s lists', () => {
    const { subject, text } = MESSAGES.several;
    expect(read(mailHtml(subject, text)).texts('ul li')).toEqual(['Preventivo', 'Privacy']);
  });

  it('loads nothing and runs no scripts', () => {
    for (const { subject, text } of Object.values(MESSAGES)) {
      const html = mailHtml(subject, text);
      expect(read(html).all('img,script,link,iframe,object,embed,form,base,meta[http-equiv]')).toEqual([]);
      expect(html).not.toMatch(/url\(|@import|\bon\w+=|\bsrc=/i);
    }
  });

  it('supports light and dark mode', () => {
    const html = mailHtml('a', 'b');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });

  it.each(
    rowsOf(`
      a tag                             | <img src=x onerror=alert(1)>
      the end of the style              | </style><script>alert(1)</script>
      an attribute’s end                | https://a.example/" onclick="alert(1)
      an attribute’s end without spaces | https://a.example/'"><b>x</b>
      an address that runs              | javascript:alert(1)
      an entity                         | &lt;b&gt;
      a comment                         | <!-- x
    `),
  )('shows %s unchanged', (_name, bad) => {
    const { document, all, texts } = read(mailHtml(bad, `Ciao,\n\n${bad}\n\n- ${bad}`));
    expect(document.title).toBe(bad);
    expect(texts('li')).toEqual([bad]);
    expect(all('script,img,b')).toEqual([]);
    expect(all('[onclick],[onerror]')).toEqual([]);
    expect(all('a').filter((link) => !/^https?:/.test(link.getAttribute('href') ?? ''))).toEqual([]);
  });
});
