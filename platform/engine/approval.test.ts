import { expect, it } from 'vitest';
import { deposit, openBank } from './testing/bank-engine.ts';

it('APPR-104 a command that needs approval is refused without, and is not in the log', async () => {
  const bank = await openBank();
  const asked: object[] = [];
  const needsApproval = (type: string, body: object) => {
    asked.push(body);
    return type === 'deposit';
  };
  const engine = bank.engine('test', undefined, { needsApproval });
  await engine.start();
  const refused = await deposit(engine, 'command-1');
  expect(refused).toMatchObject({ ok: false, refusal: 'approvalNeeded', seq: 0, hash: '' });
  expect(engine.status.seq).toBe(0);
  const body = asked[0] ?? {};
  const approved = { type: 'deposit', actor: 1000, id: 'proposal-1', body };
  const first = await engine.submitApproved(approved);
  expect(first.ok && first.seq).toBe(1);
  expect(await engine.submitApproved(approved)).toEqual(first);
  await bank.close();
});
