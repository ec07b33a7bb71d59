/** Decides who may open a page: a route declares the permission it needs, the frame checks it. */
import { useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { mayEver } from '#domain/access.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';

/** Shows the page, or "Accesso negato" in its place. */
export function Guarded(props: { children: ReactNode }) {
  const { account } = useSession();
  const refused = useMatches({
    select: (matches) => matches.some(({ staticData: { needs } }) => needs && !mayEver(account, needs).ok),
  });
  return refused ? <RedirectTo path={paths.error('v5')} /> : props.children;
}

/** Redirects once. The router's own Navigate would repeat the redirect at every render while the target page loads, forever. */
export function RedirectTo(props: { path: string }) {
  const { path } = props;
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: path, replace: true });
  }, [navigate, path]);
  return null;
}

/** Redirects to the first of several pages that the user may open. */
export function RedirectToFirst(props: { ways: readonly string[] }) {
  const { account } = useSession();
  const routes: Record<string, { options: { staticData?: { needs?: Parameters<typeof mayEver>[1] } } }> =
    useRouter().routesByPath;
  const open = props.ways.find((path) => {
    const needs = routes[path]?.options.staticData?.needs;
    return path in routes && (!needs || mayEver(account, needs).ok);
  });
  return <RedirectTo path={open ?? paths.dashboard} />;
}
