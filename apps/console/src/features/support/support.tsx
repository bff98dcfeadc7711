import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';
import { useSupportStream } from './use-support.ts';

/** Open conversations, or the one that the address names. */
export function Support() {
  const [asked, ask] = useAddressPart('ticket', '');
  const ticketId = Number(asked) > 0 ? Number(asked) : null;
  const typing = useSupportStream(ticketId);
  if (ticketId === null) return <Queue open={(id) => ask(String(id))} />;
  return <CaseScreen key={ticketId} ticketId={ticketId} typing={typing} leave={() => ask('')} />;
}
