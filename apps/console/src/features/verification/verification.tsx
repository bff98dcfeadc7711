import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';

/** What waits for a decision, or the case that the address names. */
export function Verification() {
  const [asked, ask] = useAddressPart('case', '');
  const caseId = Number(asked);
  if (!(caseId > 0)) return <Queue open={(id) => ask(String(id))} />;
  return <CaseScreen key={caseId} caseId={caseId} leave={() => ask('')} />;
}
