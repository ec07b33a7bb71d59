/** A browser without rendering: cookies per server, redirects, and forms that are filled in and sent. */

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

interface Form {
  readonly action: URL;
  readonly fields: URLSearchParams;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? entity;
  });
const attribute = (tag: string, name: string): string =>
  plain(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '');

/** The first POST form of a page. */
export function formOf(page: Page): Form {
  const [form, open] = /(<form [^>]*method="post"[^>]*>).*?<\/form>/is.exec(page.text) ?? [];
  if (form === undefined || open === undefined)
    throw new Error(`No form at ${page.url.href}: ${page.text.slice(0, 800)}`);
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input [^>]*>/gi)) {
    if (attribute(tag, 'name') !== '') fields.set(attribute(tag, 'name'), attribute(tag, 'value'));
  }
  return { action: new URL(attribute(open, 'action') || page.url.href, page.url), fields };
}

export class FormBrowser {
  /** By server, then by name. */
  readonly cookies = new Map<string, Map<string, string>>();

  private async ask(url: URL, body?: URLSearchParams, crossSite = false): Promise<Response> {
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    this.cookies.set(url.host, jar);
    // As SameSite=Lax defines: a form from another site sends no cookies.
    const cookie = crossSite ? '' : [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || value === 'deleted') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until a page, or until an address that matches `stop`. */
  async open(
    address: string | URL,
    options: { body?: URLSearchParams; from?: URL; stop?: (url: URL) => boolean } = {},
  ) {
    let url = new URL(address);
    let answer = await this.ask(url, options.body, options.from !== undefined && options.from.host !== url.host);
    for (let time = 0; answer.status >= 300 && answer.status < 400; time += 1) {
      if (time > 20) throw new Error(`Redirected without end at ${url.href}`);
      await answer.body?.cancel();
      url = new URL(answer.headers.get('location') ?? '', url);
      if (options.stop?.(url)) return { url, status: answer.status, text: '' };
      answer = await this.ask(url);
    }
    return { url, status: answer.status, text: await answer.text() };
  }

  /** Sends the form of a page with the given values. */
  send(page: Page, filled: Record<string, string> = {}, stop?: (url: URL) => boolean): Promise<Page> {
    const { action, fields } = formOf(page);
    for (const [name, value] of Object.entries(filled)) fields.set(name, value);
    return this.open(action, { body: fields, from: page.url, ...(stop === undefined ? {} : { stop }) });
  }
}
