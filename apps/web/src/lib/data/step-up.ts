import { actionText } from '@assay/modules/identity/rules/step-up';
import { create } from 'zustand';
import type { CallName, CallOutput } from '../api/tables.ts';
import { api } from './services.ts';

/** What waits for the person's proof, which the app asks for above the page. */
export interface Waiting {
  readonly asked: CallOutput<'askStepUp'>;
  /** Ends the question; null when the person gave no proof. */
  done(stepUp: string | null): void;
}

export const useStepUpQuestion = create<{ readonly waiting: Waiting | null }>(() => ({
  waiting: null,
}));

/**
 * Carries an action out once the person has confirmed exactly these fields, spelled as the server
 * reads them. Null when they did not; throws what the calls throw.
 */
export async function confirmed<T>(
  action: CallName,
  fields: object,
  send: (proof: { stepUp: string }) => Promise<T>,
): Promise<T | null> {
  const digest = await sha256(actionText(action, fields));
  const asked = await api.call('askStepUp', { action, digest });
  const stepUp = await new Promise<string | null>((done) => {
    useStepUpQuestion.getState().waiting?.done(null);
    useStepUpQuestion.setState({ waiting: { asked, done } });
  });
  useStepUpQuestion.setState({ waiting: null });
  return stepUp === null ? null : send({ stepUp });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
