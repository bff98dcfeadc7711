import { parseArgs } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { killMoney } from './money/campaign.ts';

/**
 * Kills the built server, the watcher in it, and the signer, at every step between a deposit's
 * first block or a withdrawal's request and the end of both, and compares chain and ledger:
 *   npx tsx sim/kill-money.ts [--cycles 300] [--seed 1] [--troubles]
 * With troubles the node dies and hangs in between, and so does the signer.
 * Prints a line of JSON at the end. Ends with 1 when something was found.
 */
const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    troubles: { type: 'boolean', default: false },
  },
});
const report = await killMoney(Number(values.cycles), createDice(Number(values.seed)), {
  troubles: values.troubles,
});
console.log(JSON.stringify(report));
process.exit(report.findings.length > 0 ? 1 : 0);
