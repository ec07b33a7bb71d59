/** The portal's routes (specification §2); every page is fetched when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType, FunctionComponent } from 'react';
import type { Action } from '#domain/access.ts';
import { accountQuery, dealersQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { readToken } from './api/token.ts';
import { openEventStream } from './frame/event-stream.ts';
import { Gate } from './frame/gate.tsx';
import { FirstOf, LeadTo } from './frame/guard.tsx';
import { PageFailure } from './frame/page-failure.tsx';
import { RouteProgress } from './frame/progress.tsx';
import { ERROR_VARIANTS, paths, signInEntry } from './paths.ts';
import { type LandingName, landingAt } from './preload/landings.ts';
import { holdPiece, holdWords } from './text/language.ts';
import type { Piece } from './text/pieces.ts';
import { orLater } from './ui/fetched.tsx';
import { LOADING_AFTER_MS, LoadingOverlay } from './ui/loading.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a role must be allowed ever to do for the page to open; whoever is not sees error-v5 (specification §2, §6). */
    needs?: Action;
  }
}

/** A page fetched when it is first opened, together with its words, which it may bring along. */
function page<M extends object, K extends keyof M & string>(load: () => Promise<M>, name: K, ...pieces: Piece[]) {
  const whole = async (): Promise<ComponentType> => {
    const [module] = await Promise.all([load(), ...pieces.map(holdPiece)]);
    if ('words' in module) holdWords(module.words as Parameters<typeof holdWords>[0]);
    return module[name] as ComponentType;
  };
  // What the router is not told has failed: it would load the whole program anew, without a network in vain.
  return lazyRouteComponent(async () => ({ default: (await orLater(whole)) as FunctionComponent }), 'default');
}

const root = createRootRoute({
  component: () => (
    <>
      <RouteProgress />
      <Outlet />
    </>
  ),
  notFoundComponent: () => <LeadTo path={paths.error('v1')} />,
});

/** Loads the account and opens the event stream before the frame is drawn; the gate shows why either failed. */
function askWho(): void {
  openEventStream(queryClient);
  queryClient
    .ensureQueryData(accountQuery)
    .then(() => queryClient.ensureQueryData(dealersQuery))
    .catch(() => undefined);
}

/** Everything below needs a session; without one the browser leaves for the sign-in and this never resolves. */
const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: ({ location }) => {
    if (readToken(Date.now()) !== null) return askWho();
    window.location.assign(signInEntry(window.location.origin, location.pathname + location.searchStr));
    return new Promise<never>(() => {});
  },
  component: Gate,
});

const home = createRoute({
  getParentRoute: () => staff,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});
const fetchDashboard = () => import('./features/dashboard/dashboard.tsx');
const dashboardPage = page(fetchDashboard, 'Dashboard');
const dashboard = createRoute({ getParentRoute: () => staff, path: paths.dashboard, component: dashboardPage });
const fetchDocument = () => import('./features/documents/document-page.tsx');
const documentPage = page(fetchDocument, 'DocumentPage');
const landingPages = {
  dashboard: { page: dashboardPage, prefetch: async () => (await fetchDashboard()).prefetch() },
  document: { page: documentPage, prefetch: async (id: number) => (await fetchDocument()).prefetch(id) },
} as const satisfies Record<LandingName, object>;
/** Loads the landing page, and what it shows, while the account is still being loaded. */
export function preloadLanding(): void {
  const landing = readToken(Date.now()) === null ? null : landingAt(window.location.pathname);
  if (landing === null) return;
  askWho();
  const { page, prefetch } = landingPages[landing.name];
  void page.preload?.();
  // The page itself tells a failure.
  prefetch(landing.id).catch(() => undefined);
}
const myPage = createRoute({
  getParentRoute: () => staff,
  path: paths.myPage,
  component: page(() => import('./features/identity/my-page.tsx'), 'MyPage', 'account'),
});
const administration = createRoute({
  getParentRoute: () => staff,
  path: paths.administration,
  staticData: { needs: 'user.read' },
  component: () => <FirstOf ways={[paths.users, paths.services]} />,
});
const management = createRoute({
  getParentRoute: () => staff,
  path: paths.management,
  component: () => <FirstOf ways={[paths.dossiers, paths.folders]} />,
});
const wizard = createRoute({
  getParentRoute: () => staff,
  path: '/app/wizard/$brand/$folderType/$documentType',
  component: page(
    () => import('./features/wizard/wizard-page.tsx'),
    'WizardPage',
    ...(['list', 'wizard', 'customerFields', 'documentActions'] as const),
  ),
});
const document = createRoute({
  getParentRoute: () => staff,
  path: '/app/documents/$id',
  staticData: { needs: 'document.read' },
  component: documentPage,
});
const ownSignature = createRoute({
  getParentRoute: () => staff,
  path: '/app/documents/$id/sign',
  staticData: { needs: 'document.sign' },
  component: page(
    () => import('./features/own-signature/own-signature-page.tsx'),
    'OwnSignaturePage',
    ...(['ownSignature', 'document', 'viewer'] as const),
  ),
});
const dossiers = createRoute({
  getParentRoute: () => staff,
  path: '/app/dossiers',
  staticData: { needs: 'dossier.read' },
  component: page(
    () => import('./features/dossiers/dossiers-page.tsx'),
    'DossiersPage',
    'list',
    'registry',
    'customerFields',
  ),
});
const dossier = createRoute({
  getParentRoute: () => staff,
  path: '/app/dossiers/$id',
  staticData: { needs: 'dossier.read' },
  component: page(
    () => import('./features/dossiers/dossier-page.tsx'),
    'DossierPage',
    'adherence',
    'consents',
    'list',
    'registry',
    'customerFields',
  ),
});
const folders = createRoute({
  getParentRoute: () => staff,
  path: '/app/folders',
  staticData: { needs: 'folder.read' },
  component: page(() => import('./features/folders/folders-page.tsx'), 'FoldersPage', 'list', 'registry'),
});
const folder = createRoute({
  getParentRoute: () => staff,
  path: '/app/folders/$id',
  staticData: { needs: 'folder.read' },
  component: page(
    () => import('./features/folders/folder-page.tsx'),
    'FolderPage',
    'list',
    'registry',
    'documentActions',
  ),
});
const waiting = createRoute({
  getParentRoute: () => staff,
  path: paths.waiting,
  staticData: { needs: 'document.sign' },
  component: page(
    () => import('./features/waiting/waiting-page.tsx'),
    'WaitingPage',
    'list',
    'waiting',
    'documentActions',
  ),
});
const numbers = createRoute({
  getParentRoute: () => staff,
  path: paths.numbers,
  staticData: { needs: 'recurringNumber.read' },
  component: page(() => import('./features/numbers/numbers-page.tsx'), 'NumbersPage', 'list', 'numbers'),
});
const users = createRoute({
  getParentRoute: () => staff,
  path: paths.users,
  staticData: { needs: 'user.read' },
  component: page(() => import('./features/users/users-page.tsx'), 'UsersPage', 'list', 'users'),
});
const videos = createRoute({
  getParentRoute: () => staff,
  path: paths.videos,
  staticData: { needs: 'video.read' },
  component: page(() => import('./features/videos/videos-page.tsx'), 'VideosPage', 'videos'),
});
const licenses = createRoute({
  getParentRoute: () => staff,
  path: paths.licenses,
  staticData: { needs: 'license.read' },
  component: page(
    () => import('./features/licenses/licenses-page.tsx'),
    'LicensesPage',
    'list',
    'allowance',
    'licenses',
  ),
});
const services = createRoute({
  getParentRoute: () => staff,
  path: paths.services,
  staticData: { needs: 'service.read' },
  component: page(
    () => import('./features/services/services-page.tsx'),
    'ServicesPage',
    'list',
    'allowance',
    'services',
  ),
});

const integrations = createRoute({
  getParentRoute: () => staff,
  path: paths.integrations,
  staticData: { needs: 'integration.edit' },
  component: page(() => import('./features/integrations/integrations-page.tsx'), 'IntegrationsPage', 'integrations'),
});

const firstSteps = createRoute({
  getParentRoute: () => staff,
  path: paths.firstSteps,
  staticData: { needs: 'installation.read' },
  component: page(() => import('./features/first-steps/first-steps-page.tsx'), 'FirstStepsPage', 'firstSteps'),
});
const papers = createRoute({
  getParentRoute: () => staff,
  path: paths.papers,
  staticData: { needs: 'paper.read' },
  component: page(() => import('./features/papers/papers-page.tsx'), 'PapersPage', 'papers'),
});
const paper = createRoute({
  getParentRoute: () => staff,
  path: '/app/papers/$type',
  staticData: { needs: 'paper.read' },
  component: page(() => import('./features/papers/paper-page.tsx'), 'PaperPage', 'papers', 'viewer'),
});
const company = createRoute({
  getParentRoute: () => staff,
  path: '/app/papers/company/$entity',
  staticData: { needs: 'paper.read' },
  component: page(() => import('./features/papers/company-page.tsx'), 'CompanyPage', 'papers', 'viewer'),
});

const logged = createRoute({
  getParentRoute: () => root,
  path: '/logged',
  component: page(() => import('./features/identity/logged-page.tsx'), 'LoggedPage'),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: page(() => import('./features/identity/logout-page.tsx'), 'LogoutPage'),
});
const error = createRoute({
  getParentRoute: () => root,
  path: '/error',
  component: page(() => import('./features/identity/error-page.tsx'), 'GeneralErrorPage'),
});
const errorVariant = createRoute({
  getParentRoute: () => root,
  path: '/error/$variant',
  beforeLoad: ({ params }) => {
    if (ERROR_VARIANTS.some((name) => params.variant === `error-${name}`)) return;
    throw redirect({ to: paths.error('v1'), replace: true });
  },
  component: page(() => import('./features/identity/error-page.tsx'), 'ErrorPage'),
});

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      staff.addChildren([
        home,
        dashboard,
        myPage,
        administration,
        management,
        wizard,
        document,
        ownSignature,
        dossiers,
        dossier,
        folders,
        folder,
        waiting,
        numbers,
        licenses,
        services,
        integrations,
        firstSteps,
        papers,
        paper,
        company,
        users,
        videos,
      ]),
      logged,
      logout,
      error,
      errorVariant,
    ]),
    // Plain parameters: '12' stays text, nothing is quoted or turned into JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).flatMap(([key, value]) =>
        value == null || value === '' ? [] : [[key, String(value)]],
      );
      return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    },
    defaultPreload: 'intent',
    defaultPendingMs: LOADING_AFTER_MS,
    // What has come is shown at once: an overlay that lingers would only make people wait.
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <LoadingOverlay waited />,
    defaultErrorComponent: PageFailure,
  });
}
