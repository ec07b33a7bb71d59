/** The form of a new customer, with the choice of its dealer. */
import { useSession } from '../../api/session.tsx';
import { DealerSelect } from '../../entities/dealers/dealer-select.tsx';
import type { CustomerDialogProps } from './customer-dialog.tsx';
import { CustomerForm } from './customer-form.tsx';

export function NewCustomerForm(props: CustomerDialogProps) {
  const { ownDealers, dealerName } = useSession();
  return (
    <CustomerForm
      {...props}
      dossier={null}
      dealer={(input) => <DealerSelect dealers={ownDealers} nameOf={dealerName} input={input} />}
    />
  );
}
