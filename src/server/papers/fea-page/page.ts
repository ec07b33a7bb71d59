/** Renders the public FEA page as complete HTML without scripts, so that it can be read, printed and indexed everywhere. */
import type { FeaPageAnswer } from '#contract/fea-page.ts';
import { fill, type Language } from '#domain/errors.ts';
import { FEA_PAGE_WORDS, type FeaPageGroup } from '#domain/papers/versions/fea-page.ts';
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import { BRAND, type Html, html, NONE, plainPage } from '../../http/pages/html.ts';
import { FEA_WORDS } from './page-texts.ts';

/** Path of its style and fonts: two levels deep, where it cannot collide with a legal entity's page. */
export const FEA_FILES = '/fea/files';

const moment = (instant: string): string => romeShort(new Date(instant));

interface PageFrame {
  language: Language;
  demo: boolean;
  title: string;
  /** Metadata for the head. */
  meta: Html;
  /** Address of the page in the other language. */
  other: string;
  body: Html;
}

function framed({ language, demo, title, meta, other, body }: PageFrame): string {
  const words = FEA_WORDS[language];
  const otherLanguage = language === 'it' ? 'en' : 'it';
  const page = html`<a class="skip" href="#contenuto">${words.skip}</a>
${demo ? html`<p class="strip"><strong class="badge">DEMO</strong> <span>${words.demo}</span></p>` : NONE}
<header class="top">
${BRAND}
<p class="links"><a href="${other}" hreflang="${otherLanguage}" lang="${otherLanguage}">${otherLanguage === 'it' ? 'Italiano' : 'English'}</a></p>
</header>
${body}`;
  return plainPage({
    ...{ language, title, files: FEA_FILES, style: 'fea.css', body: page },
    meta: html`<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
${meta}`,
  });
}

type Section = FeaPageAnswer['sections'][number];

class FeaPage {
  private readonly answer: FeaPageAnswer;
  constructor(answer: FeaPageAnswer) {
    this.answer = answer;
  }

  private get words() {
    return FEA_WORDS[this.answer.language];
  }

  private get groups(): [FeaPageGroup, string][] {
    return Object.entries(FEA_PAGE_WORDS[this.answer.language].groups) as [FeaPageGroup, string][];
  }

  get title(): string {
    return fill(this.words.title, { name: this.answer.name });
  }

  get description(): string {
    return fill(this.words.description, { name: this.answer.name });
  }

  body(): Html {
    const { words, answer } = this;
    const links = [...this.groups, ['editions', words.editions] as const];
    return html`<div class="page">
<nav class="contents" aria-label="${words.contents}"><p class="contents-title" aria-hidden="true">${words.contents}</p><ul>${links.map(
      ([id, name]) => html`<li><a href="#${id}">${name}</a></li>`,
    )}</ul></nav>
<main id="contenuto">
<h1>${this.title}</h1>
<p class="lead">${words.lead}</p>
${words.translated === '' ? NONE : html`<p class="lead">${words.translated}</p>`}
${this.notes()}
<section class="card" aria-labelledby="issuer"><h2 id="issuer">${words.issuer}</h2>${this.factList(['name', 'vatNumber', 'rea', 'pec', 'phone', 'dpo', 'provider'])}</section>
${this.groups.map(([group, name]) => this.group(group, name))}
${this.editions()}
<p class="foot">${
      answer.from === null
        ? fill(words.footNothing, { address: answer.address })
        : fill(words.foot, { address: answer.address, from: moment(answer.from) })
    } <a href="/verify">${words.verify}</a></p>
</main>
</div>`;
  }

  private notes(): Html {
    const { words, answer } = this;
    const { from, until, sections } = answer;
    const pageUrl = `/fea/${answer.legalEntity}?lang=${answer.language}`;
    return html`${
      from === null || until === null
        ? NONE
        : html`<p class="note"><strong>${words.earlier}</strong> ${fill(words.earlierText, { from: moment(from), until: moment(until) })} <a href="${pageUrl}">${words.toToday}</a></p>`
    }${
      sections.every(({ approved }) => approved)
        ? NONE
        : html`<p class="note"><strong>${words.draftNote}</strong> ${fill(words.draftNoteText, { draft: words.draft })}</p>`
    }`;
  }

  /** Known facts, and in brackets those still missing. */
  private factList(names: readonly (keyof FeaPageAnswer['facts'] | 'name')[]): Html {
    const { words, answer } = this;
    const values: Record<string, string | null> = { name: answer.name, ...answer.facts };
    const placeholders: Record<string, string> = words.untold;
    const rows = names.flatMap((name) => {
      const value = values[name] ?? placeholders[name];
      return value === undefined ? [] : [html`<div><dt>${words.facts[name]}</dt><dd>${value}</dd></div>`];
    });
    return html`<dl class="facts">${rows}</dl>`;
  }

  private group(group: FeaPageGroup, name: string): Html {
    const { words, answer } = this;
    const sections = answer.sections.filter((section) => section.group === group);
    const content =
      group === 'requirements' ? this.requirements(sections) : sections.map((section) => this.section(section, name));
    const facts: Partial<Record<FeaPageGroup, Html>> = {
      insurance: this.factList(['insurer', 'policy', 'coverage']),
      assistance: html`${this.factList(['assistance'])}${this.sites()}`,
    };
    return html`<section class="group" aria-labelledby="${group}"><h2 id="${group}">${name}</h2>
${group === 'requirements' ? html`<p class="law">${words.law}</p>` : NONE}<div class="card">${content}${facts[group] ?? NONE}</div></section>
`;
  }

  private requirements(sections: readonly Section[]): Html {
    const { words } = this;
    return html`<ul class="letters">${sections.map(
      (section) =>
        html`<li><span class="letter"><span class="unseen">${words.letter} </span>${section.letter ?? ''}</span><div>${this.section(section)}</div></li>`,
    )}</ul>`;
  }

  /** @param under the heading above, which is not repeated. */
  private section({ heading, text, approved }: Section, under = ''): Html {
    const { words } = this;
    const mark = approved ? NONE : html` <span class="draft">${words.draft}</span>`;
    const head = heading === under ? (approved ? NONE : html`<p>${mark}</p>`) : html`<h3>${heading}${mark}</h3>`;
    return html`<div class="clause">${head}${text.split('\n').map((line) => html`<p>${line}</p>`)}</div>`;
  }

  private sites(): Html {
    const { words, answer } = this;
    if (answer.sites.length === 0) return NONE;
    return html`<h3>${words.sites}</h3><ul class="sites">${answer.sites.map(
      ({ name, address }) => html`<li><strong>${name}</strong>, ${address}</li>`,
    )}</ul>`;
  }

  private editions(): Html {
    const { words, answer } = this;
    const rows = answer.editions.map(({ from, until, version }) => {
      if (from === null) return html`<li>${words.noEdition}</li>`;
      const times = { from: moment(from), until: until === null ? '' : moment(until) };
      const name = fill(until === null ? words.edition : words.editionUntil, times);
      const note = version === null ? words.productDraft : fill(words.version, { version });
      const href =
        until === null
          ? `/fea/${answer.legalEntity}?lang=${answer.language}`
          : `/fea/${answer.legalEntity}?lang=${answer.language}&at=${from}`;
      const current = from === answer.from;
      const link = current
        ? html`<a href="${href}" aria-current="page">${name}</a>`
        : html`<a href="${href}">${name}</a>`;
      return html`<li>${link} <span class="told">${note}${until === null ? ` · ${words.today}` : ''}</span></li>`;
    });
    return html`<section class="group editions" aria-labelledby="editions"><h2 id="editions">${words.editions}</h2>
<p class="law">${words.editionsText}</p><div class="card"><ul class="times">${rows}</ul></div></section>
`;
  }
}

/** @param at date of the requested edition; null for today's. */
export function renderFeaPage(answer: FeaPageAnswer, { at, demo }: { at: string | null; demo: boolean }): string {
  const page = new FeaPage(answer);
  const { language, legalEntity, address } = answer;
  const otherLanguage = language === 'it' ? 'en' : 'it';
  const dateQuery = at === null ? '' : `&at=${encodeURIComponent(at)}`;
  // Past editions name today's as canonical, so that search engines index that one.
  const meta = html`<meta name="description" content="${page.description}">
<link rel="canonical" href="${address}?lang=${language}">
<link rel="alternate" hreflang="it" href="${address}?lang=it">
<link rel="alternate" hreflang="en" href="${address}?lang=en">
<link rel="alternate" hreflang="x-default" href="${address}">`;
  const body = page.body();
  return framed({
    ...{ language, demo, meta, body, title: page.title },
    other: `/fea/${legalEntity}?lang=${otherLanguage}${dateQuery}`,
  });
}

/** The same page for an unknown legal entity and for a date without an edition. */
export function renderAbsent(language: Language, demo: boolean): string {
  const words = FEA_WORDS[language];
  return single({ title: words.absentTitle, text: words.absent, language, demo });
}

/** Page shown instead when the request was refused. @param text the reason, for the reader. */
export function renderRefused(text: string, language: Language, demo: boolean): string {
  return single({ title: FEA_WORDS[language].refusedTitle, text, language, demo });
}

function single({
  title,
  text,
  language,
  demo,
}: Pick<PageFrame, 'title' | 'language' | 'demo'> & { text: string }): string {
  const body = html`<div class="page single"><main id="contenuto"><h1>${title}</h1><p class="lead">${text}</p></main></div>`;
  const other = `?lang=${language === 'it' ? 'en' : 'it'}`;
  return framed({ language, demo, title: `${title} · Fascicolo`, meta: NONE, body, other });
}
