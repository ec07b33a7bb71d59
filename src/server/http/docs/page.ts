/** Renders the API page from the OpenAPI document: no script, Italian or English, light or dark. */
import type { OpenApiDocument, OpenApiOperation } from '#contract/definition/openapi.ts';
import type { JsonSchema } from '#contract/definition/openapi-schemas.ts';
import type { Language } from '#domain/errors.ts';
import { BRAND, type Html, html, NONE, plainPage } from '../pages/html.ts';
import { byOperators, type CriterionRow, criteriaOfBody, criteriaOfParameters, fieldRows } from './fields.ts';
import { PAGE_WORDS, typeWords } from './page-texts.ts';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown; examples?: Record<string, JsonSchema> }>;

/** Longer strings in examples are base64 files: show only their beginning. */
const MAX_TEXT_LENGTH = 120;

/** `**bold**` and `code` of the descriptions; everything else is text. */
function marked(text: string): Html {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`)/);
  return html`${parts.map((part) => {
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`;
  })}`;
}

/** A path may break after its slashes. */
const breakable = (path: string): Html => html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;

class DocsPage {
  private readonly document: OpenApiDocument;
  private readonly language: Language;

  constructor(document: OpenApiDocument, language: Language) {
    this.document = document;
    this.language = language;
  }

  private get words() {
    return PAGE_WORDS[this.language];
  }

  render(): string {
    const { words, language } = this;
    const other = language === 'it' ? 'en' : 'it';
    const subjects = this.subjects();
    const guide = String(this.document.info.description).split('\n\n');
    const body = html`<a class="skip" href="#main">${words.skip}</a>
<header class="top">
${BRAND}
<p class="links"><a href="/api/openapi.json">${words.machine}</a> <a href="/api/docs?lang=${other}" hreflang="${other}" lang="${other}">${other === 'it' ? 'Italiano' : 'English'}</a></p>
</header>
<div class="page">
<nav class="contents" aria-label="${words.contents}">
<ul><li><a href="#general">${words.general}</a></li>${subjects.map(
      ({ slug, title, entries }) =>
        html`<li><a href="#${slug}">${title}<span class="count">${entries.length}</span></a></li>`,
    )}</ul>
</nav>
<main id="main">
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<section id="general" class="card guide"><h2>${words.general}</h2>${guide.map((paragraph) => html`<p>${marked(paragraph)}</p>`)}</section>
${subjects.map(
  ({ slug, title, entries }) => html`<section class="subject" id="${slug}"><h2>${title}</h2>
${entries.map((entry) => this.call(entry))}</section>
`,
)}</main>
</div>`;
    const title = `${words.title} · Fascicolo`;
    return plainPage({ language, title, files: '/api/docs', style: 'docs.css', body });
  }

  private subjects(): { slug: string; title: string; entries: Entry[] }[] {
    const entries = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
    );
    return this.document.tags.map(({ name }, index) => ({
      slug: `s${index + 1}`,
      title: name,
      entries: entries.filter(({ operation }) => operation.tags.includes(name)),
    }));
  }

  private call({ method, path, operation }: Entry): Html {
    const { words } = this;
    const takesKey = operation.parameters.some((parameter) => String(parameter.$ref).endsWith('/IdempotencyKey'));
    return html`<article class="card call" id="${operation.operationId}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <a class="path" href="#${operation.operationId}">${breakable(path)}</a></h3>
<p class="what">${marked(operation.summary)}.</p>
<p class="who">${operation.description}${takesKey ? html` <span class="key">${words.idempotent}.</span>` : NONE}</p>
${this.parameters(operation)}${this.body(operation)}${this.answer(operation)}${this.refusals(operation)}
</article>
`;
  }

  private part(title: string, hint: string | number, content: Html): Html {
    return html`<details><summary>${title} <span class="hint">${hint}</span></summary><div class="inside">${content}</div></details>`;
  }

  private parameters({ parameters }: OpenApiOperation): Html {
    const { words } = this;
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const plain = inQuery.filter((parameter) => !String(parameter.name).includes('.'));
    const criteria = criteriaOfParameters(inQuery);
    const query = inQuery.filter((parameter) => parameter.example !== undefined);
    const example = query.map((parameter) => `${parameter.name}=${String(parameter.example)}`).join('&');
    const rows = (list: readonly JsonSchema[]): Html =>
      this.table(
        list.map((parameter) => ({
          path: String(parameter.name),
          schema: parameter.schema as JsonSchema,
          required: parameter.required === true,
          note: typeof parameter.description === 'string' ? parameter.description : '',
        })),
      );
    return html`${inPath.length === 0 ? NONE : this.part(words.path, inPath.map((parameter) => String(parameter.name)).join(', '), rows(inPath))}${
      inQuery.length === 0
        ? NONE
        : this.part(
            words.query,
            plain.map((parameter) => String(parameter.name)).join(', '),
            html`${plain.length === 0 ? NONE : rows(plain)}${this.criteria(criteria)}${example === '' ? NONE : this.code(`?${example}`)}`,
          )
    }`;
  }

  private criteria(rows: readonly CriterionRow[]): Html {
    if (rows.length === 0) return NONE;
    const { words } = this;
    const lines = byOperators(rows).map(
      ({ fields, operators }) =>
        html`<tr><td class="name">${html`${fields.map((field) => html`<span>${field}</span> `)}`}</td><td>${operators}</td></tr>`,
    );
    return html`<div class="scroll"><table class="criteria"><thead><tr><th scope="col">${words.criteria}</th><th scope="col">${words.operators}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  }

  private body({ requestBody }: OpenApiOperation): Html {
    if (requestBody === undefined) return NONE;
    const { words, document } = this;
    const [content] = Object.values(requestBody.content as Content);
    const schema = content?.schema ?? {};
    const criteria = criteriaOfBody(document, schema);
    const rows = fieldRows(document, schema);
    if (criteria === undefined && rows.length === 0) return NONE;
    const fields = criteria === undefined ? this.table(rows) : this.criteria(criteria);
    const hint = `${(criteria ?? rows).length} ${words.fields.toLowerCase()}`;
    return this.part(words.body, hint, html`${fields}${this.example(content?.example)}`);
  }

  private answer({ responses }: OpenApiOperation): Html {
    const { words, document, language } = this;
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
    if (success === undefined) return NONE;
    const [status, response] = success;
    const [type, content] = Object.entries((response.content ?? {}) as Content)[0] ?? [];
    if (type === undefined || content === undefined) {
      return html`<p class="plain">${words.answer} <span class="hint">${status} · ${words.nothing}</span></p>`;
    }
    if (content.schema === undefined) {
      return html`<p class="plain">${words.answer} <span class="hint">${status} · ${words.file}: ${Object.keys(response.content as Content).join(', ')}</span></p>`;
    }
    // Members of an answer are always present, so they need no "required" mark.
    const rows = fieldRows(document, content.schema).map((row) => ({ ...row, required: false }));
    const fields = rows.length === 0 ? NONE : this.table(rows);
    return this.part(
      words.answer,
      `${status} · ${typeWords(content.schema, language)}`,
      html`${fields}${this.example(content.example)}`,
    );
  }

  private refusals({ responses }: OpenApiOperation): Html {
    const { words, document } = this;
    const refused = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
    const lines = refused.flatMap(([status, response]) => {
      const named = document.components.responses?.[String(response.$ref).split('/').at(-1) ?? ''] ?? response;
      return String(named.description)
        .split('\n')
        .map((line) => {
          const [, code = '', text = ''] = /^- `([^`]+)`: (.*)$/.exec(line) ?? [];
          return html`<tr><td class="status">${status}</td><td class="name">${code}</td><td>${text}</td></tr>`;
        });
    });
    const table = html`<div class="scroll"><table><thead><tr><th scope="col">HTTP</th><th scope="col">${words.code}</th><th scope="col">${words.meaning}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
    return this.part(words.refusals, refused.map(([status]) => status).join(', '), table);
  }

  private table(rows: readonly { path: string; schema: JsonSchema; required: boolean; note?: string }[]): Html {
    const { words, language } = this;
    const lines = rows.map(({ path, schema, required, note = '' }) => {
      const described = note || (typeof schema.description === 'string' ? schema.description : '');
      return html`<tr><td class="name">${path}${required ? html` <span class="required">${words.required}</span>` : NONE}</td><td>${typeWords(schema, language)}${described === '' ? NONE : html`<span class="note">${marked(described)}</span>`}</td></tr>`;
    });
    return html`<div class="scroll"><table><thead><tr><th scope="col">${words.field}</th><th scope="col">${words.type}</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  }

  private example(value: unknown): Html {
    if (value === undefined) return NONE;
    const shortened = (_key: string, value: unknown): unknown =>
      typeof value === 'string' && value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
    return this.code(JSON.stringify(value, shortened, 2));
  }

  private code(text: string): Html {
    return html`<p class="caption">${this.words.example}</p><pre tabindex="0"><code>${text}</code></pre>`;
  }
}

export function renderDocs(document: OpenApiDocument, language: Language): string {
  return new DocsPage(document, language).render();
}
