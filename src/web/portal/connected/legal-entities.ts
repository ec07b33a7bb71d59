/** Legal entities by name, from the session's dealers. */
import { useMemo } from 'react';
import type { Dealer } from '#domain/dealers/brands.ts';
import { useSession } from '../api/session.tsx';

export interface LegalEntity {
  code: string;
  name: string;
  dealers: readonly Dealer[];
}

/** By name; a legal entity has the ragione_sociale of its first dealer as its name. */
export function legalEntitiesOf(dealers: readonly Dealer[]): LegalEntity[] {
  const byCode = new Map<string, LegalEntity & { dealers: Dealer[] }>();
  for (const dealer of dealers.toSorted((a, b) => a.hst2011.localeCompare(b.hst2011))) {
    const { legal_entity: code } = dealer;
    if (!code) continue;
    const existing = byCode.get(code);
    if (existing) existing.dealers.push(dealer);
    else {
      const name = dealer.ragione_sociale || dealer.nome_commerciale || dealer.name || code;
      byCode.set(code, { code, name, dealers: [dealer] });
    }
  }
  return [...byCode.values()].sort((a, b) => a.name.localeCompare(b.name, 'it'));
}

export function useLegalEntities(): { entities: LegalEntity[]; entityName: (code: string) => string } {
  const { dealers } = useSession();
  return useMemo(() => {
    const entities = legalEntitiesOf(dealers);
    const names = new Map(entities.map(({ code, name }) => [code, name]));
    return { entities, entityName: (code: string) => names.get(code) ?? code };
  }, [dealers]);
}
