/** The portal's routes; every page is loaded when first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType, FunctionComponent } from 'react';
import type { Action } from '#domain/access.ts';
import { accountQuery, dealersQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { readToken } from './api/session/token.ts';
import { loadOrStandIn } from './connected/lazy-part.tsx';
import { openEventStream } from './frame/event-stream.ts';
import { PageFailure } from './frame/page-failure.tsx';
import { RouteProgress } from './frame/progress.tsx';
import { RedirectTo, RedirectToFirst } from './frame/route-guard.tsx';
import { Gate } from './frame/session-gate.tsx';
import { ERROR_VARIANTS, paths, signInEntry } from './paths.ts';
import { type LandingName, landingAt } from './preload/landings.ts';
import type { Piece } from './text/catalogue-pieces.ts';
import { addTexts, loadTexts } from './text/language.ts';
import { LOADING_AFTER_MS, LoadingOverlay } from './ui/loading.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The action that the user's role must ever allow for the page to open; otherwise error-v5 is shown. */
    needs?: Action | undefined;
  }
}

/** A page loaded when first opened, together with its texts, which its module may include. */
function page<M extends object, K extends keyof M & string>(load: () => Promise<M>, name: K, ...pieces: Piece[]) {
  const loadPage = async (): Promise<ComponentType> => {
    const [module] = await Promise.all([load(), ...pieces.map(loadTexts)]);
    if ('words' in module) addTexts(module.words as Parameters<typeof addTexts>[0]);
    return module[name] as ComponentType;
  };
  // Hide load failures from the router: it would reload the whole program, in vain without a network.
  return lazyRouteComponent(async () => ({ default: (await loadOrStandIn(loadPage)) as FunctionComponent }), 'default');
}

const root = createRootRoute({
  component: () => (
    <>
      <RouteProgress />
      <Outlet />
    </>
  ),
  notFoundComponent: () => <RedirectTo path={paths.error('v1')} />,
});

/** Loads the account and opens the live stream before the frame is rendered; the gate reports failures of both. */
function loadSession(): void {
  openEventStream(queryClient);
  queryClient
    .ensureQueryData(accountQuery)
    .then(() => queryClient.ensureQueryData(dealersQuery))
    .catch(() => undefined);
}

/** All routes below need a session; without one the browser redirects to the sign-in and this never resolves. */
const staff = createRoute({
  getParentRoute: () => root,
  id: 'staff',
  beforeLoad: ({ location }) => {
    if (readToken(Date.now()) !== null) return loadSession();
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
/** Loads the landing page and its data while the account is still loading. */
export function preloadLanding(): void {
  const landing = readToken(Date.now()) === null ? null : landingAt(window.location.pathname);
  if (landing === null) return;
  loadSession();
  const { page, prefetch } = landingPages[landing.name];
  void page.preload?.();
  // The page itself reports a failure.
  prefetch(landing.id).catch(() => undefined);
}
/** @param needs an action that the role must allow in at least one case for the page to open. */
const staffPage = (path: string, needs: Action | undefined, component: RouteComponent) =>
  createRoute({ getParentRoute: () => staff, path, staticData: { needs }, component });
const publicPage = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const OWN_SIGNATURE = ['ownSignature', 'document', 'viewer'] as const;
const staffPages = [
  staffPage(
    paths.myPage,
    undefined,
    page(() => import('./features/identity/my-page.tsx'), 'MyPage', 'account'),
  ),
  staffPage(paths.administration, 'user.read', () => <RedirectToFirst ways={[paths.users, paths.services]} />),
  staffPage(paths.management, undefined, () => <RedirectToFirst ways={[paths.dossiers, paths.folders]} />),
  staffPage(
    '/app/wizard/$brand/$folderType/$documentType',
    undefined,
    page(
      () => import('./features/wizard/wizard-page.tsx'),
      'WizardPage',
      ...(['list', 'wizard', 'customerFields', 'documentActions'] as const),
    ),
  ),
  staffPage(
    paths.documents,
    'document.read',
    page(
      () => import('./features/all-documents/all-documents-page.tsx'),
      'AllDocumentsPage',
      ...(['allDocuments', 'list', 'registry', 'documentActions'] as const),
    ),
  ),
  staffPage('/app/documents/$id', 'document.read', documentPage),
  staffPage(
    '/app/documents/$id/sign',
    'document.sign',
    page(() => import('./features/own-signature/own-signature-page.tsx'), 'OwnSignaturePage', ...OWN_SIGNATURE),
  ),
  staffPage(
    '/app/sign/$documents',
    'document.sign',
    page(() => import('./features/own-signature/several/several-page.tsx'), 'SeveralPage', ...OWN_SIGNATURE),
  ),
  staffPage(
    '/app/dossiers',
    'dossier.read',
    page(() => import('./features/dossiers/dossiers-page.tsx'), 'DossiersPage', 'list', 'registry', 'customerFields'),
  ),
  staffPage(
    '/app/dossiers/$id',
    'dossier.read',
    page(
      () => import('./features/dossiers/dossier-page.tsx'),
      'DossierPage',
      'adherence',
      'consents',
      'list',
      'registry',
      'customerFields',
    ),
  ),
  staffPage(
    '/app/folders',
    'folder.read',
    page(() => import('./features/folders/folders-page.tsx'), 'FoldersPage', 'list', 'registry'),
  ),
  staffPage(
    '/app/folders/$id',
    'folder.read',
    page(() => import('./features/folders/folder-page.tsx'), 'FolderPage', 'list', 'registry', 'documentActions'),
  ),
  staffPage(
    paths.waiting,
    'document.sign',
    page(() => import('./features/waiting/waiting-page.tsx'), 'WaitingPage', 'list', 'waiting', 'documentActions'),
  ),
  staffPage(
    paths.numbers,
    'recurringNumber.read',
    page(() => import('./features/numbers/numbers-page.tsx'), 'NumbersPage', 'list', 'numbers'),
  ),
  staffPage(
    paths.users,
    'user.read',
    page(() => import('./features/users/users-page.tsx'), 'UsersPage', 'list', 'users'),
  ),
  staffPage(
    paths.videos,
    'video.read',
    page(() => import('./features/videos/videos-page.tsx'), 'VideosPage', 'videos'),
  ),
  staffPage(
    paths.licenses,
    'license.read',
    page(() => import('./features/licenses/licenses-page.tsx'), 'LicensesPage', 'list', 'allowance', 'licenses'),
  ),
  staffPage(
    paths.services,
    'service.read',
    page(() => import('./features/services/services-page.tsx'), 'ServicesPage', 'list', 'allowance', 'services'),
  ),
  staffPage(
    paths.integrations,
    'integration.edit',
    page(() => import('./features/integrations/integrations-page.tsx'), 'IntegrationsPage', 'integrations'),
  ),
  staffPage(
    paths.firstSteps,
    'installation.read',
    page(() => import('./features/first-steps/first-steps-page.tsx'), 'FirstStepsPage', 'firstSteps'),
  ),
  staffPage(
    paths.papers,
    'paper.read',
    page(() => import('./features/papers/papers-page.tsx'), 'PapersPage', 'papers'),
  ),
  staffPage(
    paths.folderTypes,
    'folderType.edit',
    page(() => import('./features/papers/types/types-page.tsx'), 'TypesPage', 'folderTypes', 'paperFields'),
  ),
  staffPage(
    '/app/papers/$type',
    'paper.read',
    page(() => import('./features/papers/paper-page.tsx'), 'PaperPage', 'papers', 'viewer'),
  ),
  staffPage(
    '/app/papers/company/$entity',
    'paper.read',
    page(() => import('./features/papers/company-page.tsx'), 'CompanyPage', 'papers', 'viewer'),
  ),
];

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
      staff.addChildren([home, dashboard, ...staffPages]),
      publicPage(
        '/logged',
        page(() => import('./features/identity/logged-page.tsx'), 'LoggedPage'),
      ),
      publicPage(
        '/logout',
        page(() => import('./features/identity/logout-page.tsx'), 'LogoutPage'),
      ),
      publicPage(
        '/error',
        page(() => import('./features/identity/error-page.tsx'), 'GeneralErrorPage'),
      ),
      errorVariant,
    ]),
    // Plain parameters: '12' stays a string, nothing is quoted or converted to JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).flatMap(([key, value]) =>
        value == null || value === '' ? [] : [[key, String(value)]],
      );
      return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
    },
    defaultPreload: 'intent',
    defaultPendingMs: LOADING_AFTER_MS,
    // Show the page as soon as it is loaded: a lingering overlay only adds waiting time.
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <LoadingOverlay waited />,
    defaultErrorComponent: PageFailure,
  });
}
