/** RSP and DMS over HTTP: OAuth 2.0, mutual TLS, paging, validated responses. Protocol: docs/operations/search.md. */
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { CustomerQuery, DmsDirectory, FoundCustomers, RspDirectory } from '#ports/customer-search.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { reasonOf } from '../outside/http-answer.ts';
import { openTokens, type TokenSettings, type Tokens } from './access-tokens.ts';
import { type HttpRequest, type HttpResponse, openExchange, readJson, type TlsSettings } from './connection.ts';
import { type CustomerKind, customerOf, InvalidRecord, valueAt } from './directory-record.ts';
import type { Mapping } from './mapping.ts';
import { type Deadline, type RetryingExchange, retryingExchange, withinLimit } from './timeout.ts';

export interface DirectorySettings {
  /** Base address; the mapping's paths are relative to it. */
  readonly url: string;
  readonly token: Pick<TokenSettings, 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope'>;
  readonly tls: TlsSettings;
  readonly mapping: Mapping;
  /** Milliseconds for one call, including its token and all pages; read on each call. */
  readonly timeLimit?: number;
}

/** Less than the circuit breaker's five seconds, so that the call fails with its own reason. */
const TIME_LIMIT = 4_500;
const PAGE_LIMIT = 4 * 1024 * 1024;
const RECORD_LIMIT = 64 * 1024;
/** Bounds the requests to a system that returns very small pages. */
const MAX_PAGES = 100;
const MAX_KEY_LENGTH = 255;

interface Page {
  readonly rows: readonly DirectoryCustomer[];
  readonly total: number;
}

class HttpDirectory {
  readonly #system: OutsideDirectory;
  readonly #settings: DirectorySettings;
  readonly #exchange: RetryingExchange;
  readonly #tokens: Tokens;

  constructor(system: OutsideDirectory, settings: DirectorySettings) {
    this.#system = system;
    this.#settings = settings;
    const exchange = openExchange(system, settings.tls);
    this.#exchange = retryingExchange(system, exchange);
    // The token service may be another server, with another Retry-After.
    const { authentication } = settings.mapping;
    const token = { ...settings.token, authentication, timeLimit: () => this.#limit };
    this.#tokens = openTokens(system, token, retryingExchange(system, exchange));
  }

  get #limit(): number {
    return this.#settings.timeLimit ?? TIME_LIMIT;
  }

  #wrong(what: string): OutsideFailure {
    return new OutsideFailure(this.#system, 'wrong', what);
  }

  async #ask(request: Omit<HttpRequest, 'headers'>, deadline: Deadline): Promise<HttpResponse> {
    const send = async (token: string): Promise<HttpResponse> => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      };
      return this.#exchange({ ...request, headers }, deadline);
    };
    const token = await this.#tokens.current(deadline.signal);
    const response = await send(token);
    if (response.status !== 401) return response;
    // The token may have been revoked early: retry once with a new one.
    this.#tokens.forget(token);
    return send(await this.#tokens.current(deadline.signal));
  }

  #address(path: string): string {
    return `${this.#settings.url.replace(/\/+$/, '')}/${path}`;
  }

  #customer(record: unknown, path: string, expected: CustomerKind | null): DirectoryCustomer {
    try {
      return customerOf(this.#system, this.#settings.mapping, record, expected);
    } catch (error) {
      if (!(error instanceof InvalidRecord)) throw error;
      throw this.#wrong(`a record that cannot be used, ${path}: ${error.message}`);
    }
  }

  /** @param kind the kind of customer searched in RSP; null in a DMS. */
  async search(
    path: string,
    kind: CustomerKind | null,
    query: CustomerQuery,
    signal: AbortSignal | undefined,
  ): Promise<FoundCustomers> {
    signal?.throwIfAborted();
    // An empty list must never be read as "all dealers".
    if (query.hsts?.length === 0) return { rows: [], total: 0 };
    return withinLimit(this.#system, this.#limit, signal, (deadline) => this.#pages(path, kind, query, deadline));
  }

  async #pages(
    path: string,
    kind: CustomerKind | null,
    query: CustomerQuery,
    deadline: Deadline,
  ): Promise<FoundCustomers> {
    const customers = new Map<string, DirectoryCustomer>();
    let taken = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const limit = Math.min(this.#settings.mapping.pageSize, query.limit - taken);
      const { rows, total } = await this.#page(path, kind, { ...query, offset: query.offset + taken, limit }, deadline);
      for (const row of rows) this.#keep(customers, row);
      taken += rows.length;
      if (taken >= query.limit || query.offset + taken >= total) return { rows: [...customers.values()], total };
    }
    throw this.#wrong(`more than ${MAX_PAGES} pages`);
  }

  /** The same record may appear on two pages when customers are added in between. */
  #keep(customers: Map<string, DirectoryCustomer>, row: DirectoryCustomer): void {
    const key = JSON.stringify([row.hst ?? null, row.businessId]);
    const earlier = customers.get(key);
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(row)) {
      throw this.#wrong('two different records with one key');
    }
    customers.set(key, row);
  }

  async #page(path: string, kind: CustomerKind | null, query: CustomerQuery, deadline: Deadline): Promise<Page> {
    const body = JSON.stringify(this.#body(query));
    const request = { method: 'POST', url: this.#address(path), body, limit: PAGE_LIMIT } as const;
    const response = await this.#ask(request, deadline);
    if (response.status !== 200) this.#refuse(response.status);
    const { mapping } = this.#settings;
    const content = readJson(this.#system, response);
    const [rows, total] = [valueAt(content, mapping.answer.rows), valueAt(content, mapping.answer.total)];
    if (!Array.isArray(rows)) throw this.#wrong(`${mapping.answer.rows}: no list of records`);
    if (typeof total !== 'number' || !Number.isSafeInteger(total) || total < 0) {
      throw this.#wrong(`${mapping.answer.total}: no number of records`);
    }
    if (rows.length > query.limit) throw this.#wrong(`${rows.length} records where ${query.limit} were asked for`);
    const isMore = query.limit > 0 && query.offset + rows.length < total;
    if (rows.length > 0 ? query.offset + rows.length > total : isMore) {
      throw this.#wrong(`${rows.length} records from ${query.offset} on, of ${total}`);
    }
    const customers = rows.map((row, index) => this.#customer(row, `${mapping.answer.rows}.${index}`, kind));
    if (customers.some(({ hst }) => hst !== undefined && query.hsts?.includes(hst) === false)) {
      throw this.#wrong('a customer of a dealer that was not asked for');
    }
    return { rows: customers, total };
  }

  #body({ filters, hsts, sort, offset, limit }: CustomerQuery): Record<string, unknown> {
    const { request, fields } = this.#settings.mapping;
    return {
      [request.filters]: filters.map(({ field, operator, value }) => ({ field: fields[field], operator, value })),
      ...(hsts === null ? {} : { [request.dealers]: hsts }),
      [request.sort]: [...sort, { field: 'businessId', descending: false } as const].map(({ field, descending }) => ({
        field: fields[field],
        direction: descending ? 'desc' : 'asc',
      })),
      [request.offset]: offset,
      [request.limit]: limit,
    };
  }

  async find(
    businessId: string,
    hsts: readonly string[] | null,
    signal: AbortSignal | undefined,
  ): Promise<DirectoryCustomer | undefined> {
    signal?.throwIfAborted();
    const isKey = businessId !== '' && businessId.length <= MAX_KEY_LENGTH && businessId.isWellFormed();
    // URL normalization would make "." and ".." another resource.
    if (!isKey || businessId === '.' || businessId === '..' || hsts?.length === 0) return undefined;
    const path = this.#settings.mapping.paths.customer.replace('{key}', () => encodeURIComponent(businessId));
    const request = { method: 'GET', url: this.#address(path), body: null, limit: RECORD_LIMIT } as const;
    return withinLimit(this.#system, this.#limit, signal, async (deadline) => {
      const response = await this.#ask(request, deadline);
      if (response.status === 404) return this.#noCustomer(response);
      if (response.status !== 200) this.#refuse(response.status);
      const customer = this.#customer(readJson(this.#system, response), 'customer', null);
      if (customer.businessId !== businessId) throw this.#wrong('a customer with another key');
      return customer.hst !== undefined && hsts?.includes(customer.hst) === false ? undefined : customer;
    });
  }

  /** A proxy's 404 page does not mean that the customer does not exist. */
  #noCustomer(response: HttpResponse): undefined {
    const content = readJson(this.#system, response);
    if (typeof content !== 'object' || content === null) throw this.#wrong('answered 404 without an object');
  }

  #refuse(status: number): never {
    throw new OutsideFailure(this.#system, reasonOf(status), `answered ${status}`);
  }
}

/** The guard has the circuit breaker; the time limit is enforced here too, because `Retry-After` depends on it. */
export function openHttpRsp(settings: DirectorySettings): RspDirectory {
  const directory = new HttpDirectory('RSP', settings);
  const { paths } = settings.mapping;
  return {
    searchCustomers: (query, signal) => directory.search(paths.people, 'INDIVIDUAL', query, signal),
    searchCompanies: (query, signal) => directory.search(paths.companies, 'ORGANIZATION', query, signal),
    find: (businessId, signal) => directory.find(businessId, null, signal),
  };
}

export function openHttpDms(settings: DirectorySettings): DmsDirectory {
  const directory = new HttpDirectory('DMS', settings);
  return {
    search: (query, signal) => directory.search(settings.mapping.paths.customers, null, query, signal),
    find: ({ businessId, hsts }, signal) => directory.find(businessId, hsts, signal),
  };
}
