/** Routes for searching customers in RSP and DMS, and for a customer's synchronization with RSP. */
import * as contract from '#contract/customer-search.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { getDmsCustomer, searchDms, searchRsp } from './customer-search.ts';
import { readSynchronization, scheduleSynchronization } from './synchronization.ts';

export function customerSearchRoutes(serving: Serving): void {
  const { world } = serving;

  for (const [endpoint, method] of [
    [contract.searchRspCustomers, 'searchCustomers'],
    [contract.searchRspCompanies, 'searchCompanies'],
  ] as const) {
    serveStaff(serving, endpoint, async ({ actor, query, reply }) => {
      const { rows, total } = await searchRsp(world, actor, method, query);
      void reply.header('x-total-count', String(total));
      return rows;
    });
  }

  serveStaff(serving, contract.searchDmsCustomers, async ({ actor, query, reply }) => {
    const { rows, total } = await searchDms(world, actor, query);
    void reply.header('x-total-count', String(total));
    return rows;
  });

  serveStaff(serving, contract.getDmsCustomer, ({ actor, params }) => getDmsCustomer(world, actor, params.id));

  serveStaff(serving, contract.getSynchronization, ({ actor, params }) => readSynchronization(world, actor, params.id));

  serveStaff(serving, contract.scheduleSynchronization, ({ actor, params }) =>
    scheduleSynchronization(world, actor, params.id),
  );
}
