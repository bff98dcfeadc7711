import { balanceOf, useAccount } from '../../desk/account/account-store.ts';
import { useDesk } from '../../desk/context.tsx';
import { Options } from '../../desk/ticket/options.tsx';
import { PreviewLines } from '../../desk/ticket/preview-lines.tsx';
import { Share } from '../../desk/ticket/share.tsx';
import { Available, Numbers, Sides, TicketForm, Types } from '../../desk/ticket/ticket-form.tsx';
import { useCheck, useForm } from '../../desk/ticket/use-ticket.ts';

/** Everything that a spot order needs in one column, checked while it is typed. */
export function SpotTicket() {
  const check = useCheck();
  return (
    <TicketForm check={check}>
      <Sides />
      <Types />
      <SideBalance />
      <Numbers problems={check.problems} />
      <Share />
      <Options problems={check.problems} />
      <PreviewLines check={check} />
    </TicketForm>
  );
}

/** The free balance of what the order gives: quote for a purchase, base for a sale. */
function SideBalance() {
  const { product, market } = useDesk();
  const asset = product.heldIn(market, useForm().side);
  const amount = useAccount(({ ready, balances }) =>
    ready ? balanceOf(balances, product.wallet, asset).available : undefined,
  );
  return <Available asset={asset} amount={amount} />;
}
