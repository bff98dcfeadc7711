import { describe, expect, it } from 'vitest';
import { PARTS } from '../parts/parts.ts';
import { BUGS } from '../planted/bugs.ts';
import { campaign } from './campaign.ts';
import { HostTarget } from './host-target.ts';

describe('kills of an engine and its database', () => {
  it('SIMU-040 SIMU-041 SIMU-042 SIMU-044 ORDR-014 lose nothing, double nothing, change nothing', async () => {
    const report = await campaign(new HostTarget(null, PARTS), 10, 1);
    expect(report.findings).toEqual([]);
    expect(report.cycles).toBe(10);
    expect(Object.keys(report.backMs).sort()).toEqual(['both', 'database', 'engine']);
    expect(report.answered).toBeGreaterThan(500);
  }, 600_000);

  it('SIMU-043 find an engine that answers before its commit', async () => {
    const bug = BUGS.find(({ name }) => name === 'reply before commit');
    if (bug === undefined) throw new Error('the bug is not on the list any more');
    const report = await campaign(new HostTarget(bug), 20, 2);
    expect(report.findings.length).toBeGreaterThan(0);
    expect(report.findings.join('\n')).toMatch(/lost: |another receipt|two answers/);
  }, 600_000);
});
