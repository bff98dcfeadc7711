import { Options } from '../../desk/ticket/options.tsx';
import { PreviewLines } from '../../desk/ticket/preview-lines.tsx';
import { Share } from '../../desk/ticket/share.tsx';
import { Numbers, SideBalance, Sides, TicketForm, Types } from '../../desk/ticket/ticket-form.tsx';
import { useCheck } from '../../desk/ticket/use-ticket.ts';

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
