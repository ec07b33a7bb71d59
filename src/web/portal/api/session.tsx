/** The signed-in user for every page in the frame: account, dealers, and access decisions. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Action, type Decision, may, type Target } from '#domain/access.ts';
import { BRANDS, type Brand, type Dealer } from '#domain/dealers/brands.ts';
import type { Account } from './answer-types.ts';

export interface Session {
  account: Account;
  dealers: readonly Dealer[];
  /** The same pure function as the server uses. */
  may: (action: Action, target?: Target) => Decision;
  /** Dealers at which this user works; all of them for privileged users. */
  ownDealers: readonly Dealer[];
  /** Name of a dealer by code, or the code. */
  dealerName: (hst: string) => string;
  /** Accent of pages without a brand: the user's only brand, else bmw. */
  homeBrand: Brand;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider(props: { account: Account; dealers: readonly Dealer[]; children: ReactNode }) {
  const { account, dealers } = props;
  const session = useMemo<Session>(() => {
    const names = new Map(dealers.map((dealer) => [dealer.hst2011, dealer.nome_commerciale || dealer.name]));
    const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
    return {
      account,
      dealers,
      may: (action, target) => may(account, action, target),
      ownDealers:
        account.hstList.length === 0 ? dealers : dealers.filter((dealer) => account.hstList.includes(dealer.hst2011)),
      dealerName: (hst) => names.get(hst) ?? hst,
      homeBrand: brands.length === 1 ? (brands[0] ?? 'bmw') : 'bmw',
    };
  }, [account, dealers]);
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is used outside the signed-in frame');
  return session;
}
