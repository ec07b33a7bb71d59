/** Builds the server from a world: hooks, routes, pages. Does not listen. */
import { createServer } from 'node:https';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { changesCountSince } from '#domain/identity/four-eyes.ts';
import { adherenceRoutes } from './adherences/routes.ts';
import { consentRoutes } from './consents/routes.ts';
import { dealerRoutes } from './dealers/index.ts';
import { demoPages } from './demo/routes.ts';
import { deviceGate } from './devices/index.ts';
import { deviceRoutes } from './devices/routes.ts';
import { folderContents } from './documents/index.ts';
import { documentRoutes, takeCopy } from './documents/routes.ts';
import { dossierRoutes } from './dossiers/routes.ts';
import { entitlementRoutes } from './entitlements/routes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { firstStepsRoutes } from './first-steps/routes.ts';
import { currentConfiguration, customerContents } from './folders/index.ts';
import { folderRoutes } from './folders/routes.ts';
import { docsRoutes } from './http/docs/routes.ts';
import { healthRoute } from './http/health.ts';
import { liveRoutes } from './http/live/live.ts';
import { CallGate } from './http/overload/call-gate.ts';
import { CALL_LIMITS, EventLoopLag, REFUSAL_DELAY_MS } from './http/overload/limits.ts';
import { installPages } from './http/pages/app-shells.ts';
import { refuseWhileClosing } from './http/refuse-while-closing.ts';
import { unreadableAddress, unreadableRequest } from './http/request/early-refusals.ts';
import { acceptOnlyJson } from './http/request/json-body.ts';
import { watchMethods } from './http/request/methods.ts';
import { installCompression } from './http/response/compression.ts';
import { installErrors, newCorrelationId } from './http/response/errors.ts';
import { installHeaders } from './http/response/headers.ts';
import type { Serving } from './http/route.ts';
import { smsReceiptRoutes } from './http/sms-receipts.ts';
import { authenticator, hitLimit, identityRoutes, wasChangedBy } from './identity/index.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { paperRoutes } from './papers/routes.ts';
import { cancelSessions, signaturesOf, signingRoutes } from './signing/index.ts';
import { statisticsRoutes } from './statistics/index.ts';
import { tabletRoutes } from './tablets/routes.ts';
import { videoRoutes } from './videos/index.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import type { World } from './world.ts';

interface Certificate {
  /** PEM */
  readonly cert: string;
  readonly key: string;
}

const httpsOptions = (certificate: Certificate | undefined): Pick<FastifyServerOptions, 'serverFactory'> =>
  certificate === undefined ? {} : { serverFactory: (handler) => createServer(certificate, handler) };

function createCallGate(app: FastifyInstance, { settings: { callLimits } }: World): CallGate {
  if (callLimits !== undefined) return new CallGate({ limits: callLimits, lagMs: () => 0, refusalDelayMs: 0 });
  const lag = new EventLoopLag();
  app.addHook('onClose', async () => lag.close());
  return new CallGate({ limits: CALL_LIMITS, lagMs: () => lag.ms, refusalDelayMs: REFUSAL_DELAY_MS });
}

function openFastify(world: World, certificate: Certificate | undefined): FastifyInstance {
  return Fastify({
    ...httpsOptions(certificate),
    loggerInstance: world.log,
    // Paths contain sign tokens and sign-in responses: use our own request log, which records only the route.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newCorrelationId,
    // An exact number of hops: trusting the whole header would let callers choose their own address.
    trustProxy: (_address, hop) => hop < world.settings.trustedProxies,
    bodyLimit: 1_048_576,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 10_000,
    // Fastify's own response lacks our format and Retry-After: see refuseWhileClosing.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 700 },
    frameworkErrors: unreadableAddress(world),
    clientErrorHandler: unreadableRequest(world),
  });
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'page',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** The endpoints of all subjects. */
function installRoutes(serving: Serving): void {
  const { world } = serving;
  identityRoutes(serving);
  dealerRoutes(serving);
  notificationRoutes(serving);
  const signatures = signaturesOf(world);
  dossierRoutes(serving, { contents: customerContents(folderContents), contactChanged: signatures.contactChanged });
  consentRoutes(serving);
  adherenceRoutes(serving, { cancelSessions: cancelSessions.bind(null, world), takeCopy });
  folderRoutes(serving, { documents: folderContents });
  paperRoutes(serving, {
    configuration: currentConfiguration,
    isOwnAccount: (db, actor, logins, at) =>
      wasChangedBy(db, actor, { logins, since: changesCountSince(world.settings.fourEyesDays, at) }),
  });
  documentRoutes(serving, signatures);
  signingRoutes(serving);
  evidenceRoutes(serving);
  tabletRoutes(serving);
  deviceRoutes(serving);
  videoRoutes(serving);
  webhookRoutes(serving);
  entitlementRoutes(serving);
  statisticsRoutes(serving);
  firstStepsRoutes(serving);
  liveRoutes(serving);
  smsReceiptRoutes(serving);
  if (world.outbox !== null) demoPages(serving, world.outbox);
}

/**
 * Builds the application; `extend` mounts parts known only to the composition root (the demo's identity provider).
 * @param certificate omitted: plain HTTP, behind a proxy or for this machine only.
 */
export async function buildApp(
  world: World,
  extend?: (app: FastifyInstance) => Promise<void>,
  certificate?: Certificate,
): Promise<FastifyInstance> {
  const app = openFastify(world, certificate);
  const otherMethods = watchMethods(app);
  installErrors(app, world);
  refuseWhileClosing(app);
  installHeaders(app, world);
  installCompression(app);
  acceptOnlyJson(app);
  await app.register(fastifyCookie);
  logRequests(app);

  healthRoute(app, world);
  docsRoutes(app, world);
  installRoutes({
    app,
    world,
    authenticate: authenticator(world),
    devices: deviceGate(world),
    // A single statement, which commits on its own.
    countCall: (subject, limit) => hitLimit(world.database.read, subject, limit, world.clock.now()),
    gate: createCallGate(app, world),
  });
  await extend?.(app);
  await installPages(app, world, otherMethods);
  return app;
}
