import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';

/** The queue of withdrawals, or the one that the address names. */
export function Withdrawals() {
  const [asked, ask] = useAddressPart('withdrawal', '');
  const withdrawalId = Number(asked);
  if (!(withdrawalId > 0)) return <Queue open={(id) => ask(String(id))} />;
  return <CaseScreen key={withdrawalId} withdrawalId={withdrawalId} leave={() => ask('')} />;
}
