import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';

/** The queue of quick purchases, or the one that the address names. */
export function Purchases() {
  const [asked, ask] = useAddressPart('purchase', '');
  const purchaseId = Number(asked);
  if (!(purchaseId > 0)) return <Queue open={(id) => ask(String(id))} />;
  return <CaseScreen key={purchaseId} purchaseId={purchaseId} leave={() => ask('')} />;
}
