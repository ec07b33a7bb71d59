/** Serves the shells of the browser applications and their files. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../../world.ts';
import { isCrossOrigin } from '../request/fetch-site.ts';
import type { OtherMethods } from '../request/methods.ts';
import { newNonce, pagePolicy } from '../response/headers.ts';
import { preloadLinks } from './preload-links.ts';

type Shell = 'portal' | 'signer' | 'verify' | 'device';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Paths that answer with data only: an unknown one is a 404, never a page. */
const NOT_A_PAGE = /^\/(api|sso|tools|assets|demo|mobile|health|ready|pki)(\/|$)/;

/**
 * A worker has the policy of its own file, not of the page that starts it: the PDF viewer's worker fetches fonts and
 * character maps and imports image decoders from here.
 */
const ASSET_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The worker that holds the visitor's file on /verify can connect to no server, so nothing is uploaded. */
const VERIFY_WORKER = /^check-worker-[\w-]+\.js/;
const VERIFY_WORKER_POLICY = ASSET_POLICY.replace("connect-src 'self'", "connect-src 'none'");

const SEGMENT = String.raw`[^/?\\]+`;
/** Some programs add a slash to copied links: pages of customers and of tablets, then the portal's. */
const TRAILING_SLASH = new RegExp(
  `^(/(?:(?:sign|qr|fea|photos)/${SEGMENT}|device(?:/activate)?|verify|` +
    String.raw`(?:dashboard|my-page|logged|app|admin|error)(?:/${SEGMENT})*))/+(\?.*)?$`,
);
/**
 * The browser's router also treats these as `/logout`, a page that signs out on opening: redirect them to the route
 * that checks the origin first.
 */
const LOGOUT_ALIAS = /^\/+logout\/*$/i;

/** The canonical address of a page; null when already canonical or not a page. */
function canonicalAddress(url: string): string | null {
  const [path = '/', query] = url.split('?', 2);
  if (LOGOUT_ALIAS.test(decodePath(path))) return query === undefined ? '/logout' : `/logout?${query}`;
  const [, page, search = ''] = TRAILING_SLASH.exec(url) ?? [];
  return page === undefined ? null : `${page}${search}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/** The settings that pages need, to be written into their HTML. */
const embeddedSettings = (settings: World['settings']): string =>
  escapeHtml(
    JSON.stringify({
      demo: settings.mode === 'demo',
      production: settings.mode === 'production',
      dealerPortalUrl: settings.dealerPortalUrl,
      videoPlayerUrl: settings.videoPlayerUrl,
      otpCountries: settings.otpCountries,
      version: settings.version,
    }),
  );

/** Sends a shell. @param holes texts that replace placeholders. */
type SendShell = (reply: FastifyReply, shell: Shell, holes?: Record<string, string>) => Promise<FastifyReply>;
type SendPortal = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Reads the shell at each request: it names the files of its build, and a build may follow while the server runs. */
function shellSender(settings: World['settings']): SendShell {
  const embedded = embeddedSettings(settings);
  const videoOrigin = settings.videoPlayerUrl === null ? null : new URL(settings.videoPlayerUrl).origin;
  return async (reply, shell, replacements = {}) => {
    const html = await readFile(join(settings.webFolder, shell, 'index.html'), 'utf8').catch(() => {
      throw new Refusal('system.unavailable');
    });
    const nonce = newNonce();
    const filled = Object.entries({ __CSP_NONCE__: nonce, __SETTINGS__: embedded, ...replacements });
    return reply
      .header('content-security-policy', pagePolicy(nonce, shell === 'portal' ? videoOrigin : null, shell !== 'verify'))
      .type('text/html; charset=utf-8')
      .send(filled.reduce((text, [hole, value]) => text.replaceAll(hole, () => value), html));
  };
}

async function installAssets(app: FastifyInstance, webFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('content-security-policy', VERIFY_WORKER.test(basename(path)) ? VERIFY_WORKER_POLICY : ASSET_POLICY);
    },
  });
}

function installSignerAndTabletPages(app: FastifyInstance, send: SendShell): void {
  // Opening a code's address has no effect: the phone's only call is a POST.
  for (const path of ['/sign/:token', '/qr/:token', '/photos/:token']) {
    app.get(path, (_request, reply) => send(reply.header('x-robots-tag', 'noindex, nofollow'), 'signer'));
  }
  // Pages of a tablet: the pairing code is in the fragment (#) and never reaches the server.
  for (const path of ['/device', '/device/activate']) {
    app.get(path, (_request, reply) => send(reply.header('x-robots-tag', 'noindex, nofollow'), 'device'));
  }
}

/** The trust anchors of this installation are embedded in the page, so that checking a file needs no further request. */
function installVerifyPage(app: FastifyInstance, world: World, send: SendShell): void {
  const written = (roots: readonly Uint8Array[]) => roots.map((der) => Buffer.from(der).toString('base64')).join(' ');
  app.get('/verify', async (_request, reply) => {
    const { authority } = world;
    return send(reply, 'verify', {
      __ANCHORS__: written(await authority.anchors()),
      __TIMESTAMP_ANCHORS__: written(await authority.timestampAnchors()),
    });
  });
}

/** Addresses without a route are answered with the portal's shell if they can be its pages, otherwise with an error. */
function installPortal(app: FastifyInstance, otherMethods: OtherMethods, sendPortal: SendPortal): void {
  // The page signs out on opening: a link from another site leads to the confirmation page first.
  app.get('/logout', (request, reply) =>
    isCrossOrigin(request) ? reply.redirect(SIGN_IN_PATHS.logout, 303) : sendPortal(request, reply),
  );

  const refuseUnlessPage = (request: FastifyRequest, reply: FastifyReply): void => {
    const allowed = otherMethods(request);
    if (allowed.length > 0) {
      void reply.header('allow', allowed.join(', '));
      throw new Refusal('request.method');
    }
    const path = pathOf(request);
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || NOT_A_PAGE.test(path)) throw new Refusal('notFound');
  };
  // Runs before the body is parsed, so that unknown addresses cost no parsing.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnlessPage(request, reply);
  });
  // A missing file under /assets/ arrives here without being a router 404.
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    refuseUnlessPage(request, reply);
    const page = canonicalAddress(request.url);
    if (page !== null) return reply.redirect(page, 308);
    return sendPortal(request, reply);
  });
}

export async function installPages(app: FastifyInstance, world: World, otherMethods: OtherMethods): Promise<void> {
  const { webFolder } = world.settings;
  const send = shellSender(world.settings);
  const sendPortal: SendPortal = async (request, reply) =>
    send(reply, 'portal', { '</head>': `${await preloadLinks(webFolder, pathOf(request))}</head>` });

  await installAssets(app, webFolder);
  installSignerAndTabletPages(app, send);
  installVerifyPage(app, world, send);
  installPortal(app, otherMethods, sendPortal);
}
