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

const ownSignatureWords = ['ownSignature', 'document', 'viewer'] as const;
const folderWords = ['list', 'registry', 'documentActions'] as const;

const administration = () => <RedirectToFirst ways={[paths.users, paths.services]} />;
const management = () => <RedirectToFirst ways={[paths.dossiers, paths.folders]} />;
const myPage = page(() => import('./features/identity/my-page.tsx'), 'MyPage', 'account');
const wizardWords = ['list', 'wizard', 'customerFields', 'documentActions'] as const;
const wizard = page(() => import('./features/wizard/wizard-page.tsx'), 'WizardPage', ...wizardWords);
const fetchDocuments = () => import('./features/all-documents/all-documents-page.tsx');
const documents = page(fetchDocuments, 'AllDocumentsPage', 'allDocuments', ...folderWords);
const fetchOwnSignature = () => import('./features/own-signature/own-signature-page.tsx');
const ownSignature = page(fetchOwnSignature, 'OwnSignaturePage', ...ownSignatureWords);
const fetchSeveral = () => import('./features/own-signature/several/several-page.tsx');
const several = page(fetchSeveral, 'SeveralPage', ...ownSignatureWords);
const fetchDossiers = () => import('./features/dossiers/dossiers-page.tsx');
const dossiers = page(fetchDossiers, 'DossiersPage', 'list', 'registry', 'customerFields');
const fetchDossier = () => import('./features/dossiers/dossier-page.tsx');
const dossierWords = ['adherence', 'consents', 'list', 'registry', 'customerFields'] as const;
const dossier = page(fetchDossier, 'DossierPage', ...dossierWords);
const folders = page(() => import('./features/folders/folders-page.tsx'), 'FoldersPage', 'list', 'registry');
const folder = page(() => import('./features/folders/folder-page.tsx'), 'FolderPage', ...folderWords);
const fetchWaiting = () => import('./features/waiting/waiting-page.tsx');
const waiting = page(fetchWaiting, 'WaitingPage', 'list', 'waiting', 'documentActions');
const numbers = page(() => import('./features/numbers/numbers-page.tsx'), 'NumbersPage', 'list', 'numbers');
const users = page(() => import('./features/users/users-page.tsx'), 'UsersPage', 'list', 'users');
const videos = page(() => import('./features/videos/videos-page.tsx'), 'VideosPage', 'videos');
const fetchLicenses = () => import('./features/licenses/licenses-page.tsx');
const licenses = page(fetchLicenses, 'LicensesPage', 'list', 'allowance', 'licenses');
const fetchServices = () => import('./features/services/services-page.tsx');
const services = page(fetchServices, 'ServicesPage', 'list', 'allowance', 'services');
const fetchIntegrations = () => import('./features/integrations/integrations-page.tsx');
const integrations = page(fetchIntegrations, 'IntegrationsPage', 'integrations');
const firstSteps = page(() => import('./features/first-steps/first-steps-page.tsx'), 'FirstStepsPage', 'firstSteps');
const papers = page(() => import('./features/papers/papers-page.tsx'), 'PapersPage', 'papers');
const types = page(() => import('./features/papers/types/types-page.tsx'), 'TypesPage', 'folderTypes', 'paperFields');
const paper = page(() => import('./features/papers/paper-page.tsx'), 'PaperPage', 'papers', 'viewer');
const company = page(() => import('./features/papers/company-page.tsx'), 'CompanyPage', 'papers', 'viewer');

const staffPages = [
  staffPage(paths.myPage, undefined, myPage),
  staffPage(paths.administration, 'user.read', administration),
  staffPage(paths.management, undefined, management),
  staffPage('/app/wizard/$brand/$folderType/$documentType', undefined, wizard),
  staffPage(paths.documents, 'document.read', documents),
  staffPage('/app/documents/$id', 'document.read', documentPage),
  staffPage('/app/documents/$id/sign', 'document.sign', ownSignature),
  staffPage('/app/sign/$documents', 'document.sign', several),
  staffPage('/app/dossiers', 'dossier.read', dossiers),
  staffPage('/app/dossiers/$id', 'dossier.read', dossier),
  staffPage('/app/folders', 'folder.read', folders),
  staffPage('/app/folders/$id', 'folder.read', folder),
  staffPage(paths.waiting, 'document.sign', waiting),
  staffPage(paths.numbers, 'recurringNumber.read', numbers),
  staffPage(paths.users, 'user.read', users),
  staffPage(paths.videos, 'video.read', videos),
  staffPage(paths.licenses, 'license.read', licenses),
  staffPage(paths.services, 'service.read', services),
  staffPage(paths.integrations, 'integration.edit', integrations),
  staffPage(paths.firstSteps, 'installation.read', firstSteps),
  staffPage(paths.papers, 'paper.read', papers),
  staffPage(paths.folderTypes, 'folderType.edit', types),
  staffPage('/app/papers/$type', 'paper.read', paper),
  staffPage('/app/papers/company/$entity', 'paper.read', company),
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

const logged = page(() => import('./features/identity/logged-page.tsx'), 'LoggedPage');
const logout = page(() => import('./features/identity/logout-page.tsx'), 'LogoutPage');
const generalError = page(() => import('./features/identity/error-page.tsx'), 'GeneralErrorPage');

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([
      staff.addChildren([home, dashboard, ...staffPages]),
      publicPage('/logged', logged),
      publicPage('/logout', logout),
      publicPage('/error', generalError),
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
