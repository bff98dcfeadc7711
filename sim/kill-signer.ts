import { parseArgs } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { killSigner } from './signer/campaign.ts';

/**
 * Kills the signer at random steps of its payouts and compares the chain with the ledger:
 *   npx tsx sim/kill-signer.ts [--cycles 300] [--seed 1]
 * Prints a line of JSON at the end. Ends with 1 when something was found.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const report = await killSigner(Number(values.cycles), createDice(Number(values.seed)));
console.log(JSON.stringify(report));
process.exit(report.findings.length > 0 ? 1 : 0);
