import { type Role, rightsOfRoles } from '@assay/core/approval/rights';
import { expect, it } from 'vitest';
import { lookOf } from './look.ts';

it('VERI-024 the second signer is offered the pictures beside the refusal, and reads why not before', () => {
  const offered = (role: Role, proposalId: string | null) =>
    lookOf({ proposalId }, (right) => rightsOfRoles([role]).has(right));
  expect(offered('verification', null)).toEqual({ reason: 'review' });
  expect(offered('verification', 'waits')).toEqual({ reason: 'secondLook' });
  expect(offered('financeChecker', null)).toEqual({ closed: 'nothingToSign' });
  expect(offered('financeChecker', 'waits')).toEqual({ reason: 'secondLook' });
  expect(offered('auditor', 'waits')).toEqual({ closed: 'closed' });
});
