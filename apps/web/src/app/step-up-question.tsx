import { lazy, Suspense } from 'react';
import { useStepUpQuestion } from '../lib/data/step-up.ts';

const StepUpDialog = lazy(() => import('../features/identity/proof/step-up-dialog.tsx'));

/** The question to confirm an action, above whatever page has asked for it. */
export function StepUpQuestion() {
  const { waiting } = useStepUpQuestion();
  if (waiting === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog key={waiting.asked.challengeId} {...waiting} />
    </Suspense>
  );
}
