import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';

/** Loans with their pool, or the one that the address names. */
export function Loans() {
  const [asked, ask] = useAddressPart('loan', '');
  const applicationId = Number(asked);
  if (!(applicationId > 0)) return <Queue open={(id) => ask(String(id))} />;
  return <CaseScreen key={applicationId} applicationId={applicationId} leave={() => ask('')} />;
}
