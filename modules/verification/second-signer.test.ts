import { MINUTE } from '@assay/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JUNIOR, startVerificationBench } from './verification.suite.ts';

const REASONS = [{ field: 'front', reason: 'unreadable' }] as const;

let bench: Awaited<ReturnType<typeof startVerificationBench>>;
beforeAll(async () => {
  bench = await startVerificationBench();
});
afterAll(() => bench.stop());

/** What a ticket for the front of the document is refused with, or the ticket. */
async function ticketOf(token: string, caseId: number): Promise<string> {
  const wanted = { caseId, slot: 'front', reason: 'secondLook' };
  const { data } = await bench.post(token, 'getDocumentTicket', wanted);
  return data.refusal ?? data.ticket;
}

/** The senior case of somebody with a junior level. */
async function seniorCase(token: string, number: string): Promise<number> {
  await bench.post(token, 'setNameAuth', { ...JUNIOR, number });
  await bench.approve();
  for (const slot of ['front', 'back', 'signature']) await bench.send(token, slot, number.length);
  await bench.post(token, 'userIdCard');
  return bench.nextCase();
}

it('VERI-023 who is to sign a prepared refusal opens the pictures while it waits, and each look is shown', async () => {
  const caseId = await seniorCase('p1', 'AA 111');
  // Whoever only confirms refusals sees nothing of a case of which none is prepared.
  await bench.post('checker2', 'claimVerification', { caseId });
  expect(await ticketOf('checker2', caseId)).toBe('nothingToSign');
  await bench.post('checker2', 'releaseVerification', { caseId });
  await bench.post('verifier1', 'claimVerification', { caseId });
  expect(await ticketOf('verifier1', caseId)).toHaveLength(43);
  const prepared = await bench.prepare('verifier1', caseId, REASONS);
  expect(await ticketOf('checker2', caseId)).toBe('notClaimed');
  await bench.post('checker2', 'claimVerification', { caseId });
  const opened = await bench.post('checker2', 'openDocument', {
    ticket: await ticketOf('checker2', caseId),
  });
  expect(opened.headers['content-type']).toBe('image/jpeg');
  const { data } = await bench.get('p1', 'getVerificationViews');
  expect(data.views).toMatchObject([
    { slot: 'front', level: 'senior', by: 'staff:2', reason: 'secondLook' },
  ]);
  // A ticket from while it waited opens nothing once it does not.
  const late = await ticketOf('checker2', caseId);
  expect(await bench.decide('verifier1', prepared, 'withdraw')).toBe('done');
  const { data: refused } = await bench.post('checker2', 'openDocument', { ticket: late });
  expect(refused.refusal).toBe('nothingToSign');
  expect(await ticketOf('checker2', caseId)).toBe('nothingToSign');
  await bench.post('checker2', 'releaseVerification', { caseId });
  // Nor when its time is over.
  await bench.post('verifier1', 'claimVerification', { caseId });
  await bench.prepare('verifier1', caseId, REASONS);
  bench.clock.set(bench.clock.now() + 72 * 60 * MINUTE);
  await bench.post('checker2', 'claimVerification', { caseId });
  expect(await ticketOf('checker2', caseId)).toBe('nothingToSign');
  await bench.post('checker2', 'releaseVerification', { caseId });
  expect((await bench.get('p1', 'getVerificationViews')).data.views).toHaveLength(1);
});

it('VERI-023 the signature that refuses is the last look', async () => {
  const caseId = await bench.nextCase();
  await bench.post('verifier1', 'claimVerification', { caseId });
  const prepared = await bench.prepare('verifier1', caseId, REASONS);
  await bench.post('checker2', 'claimVerification', { caseId });
  const ticket = await ticketOf('checker2', caseId);
  expect(await bench.decide('checker2', prepared, 'approve')).toBe('done');
  const { data } = await bench.post('checker2', 'openDocument', { ticket });
  expect(data.refusal).toBe('nothingToSign');
});
