import collateral from '../../../../../examples/verify-collateral.mjs?raw';
import contract from '../../../../../examples/verify-contract.mjs?raw';
import option from '../../../../../examples/verify-option.mjs?raw';

/** The programs that compute receipts again. */
export type Program = 'option' | 'contract' | 'collateral';

interface Kept {
  readonly program: string;
  /** What its receipts are of. */
  readonly of: string;
  /** The call, and how the page says what came out. */
  readonly call: string;
  readonly said: string;
}

const KEPT: Readonly<Record<Program, Kept>> = {
  option: {
    ...{ program: option, of: 'a delivery contract', call: 'verifyOption' },
    said: `[made.result, made.reason].join(' ').trim() + ', settlement price ' +
      amount(made.exit) + ', paid ' + amount(made.paid)`,
  },
  contract: {
    ...{ program: contract, of: 'a contract', call: 'verifyContract' },
    said: `made.kind + ' (' + made.why + '), ' + amount(made.amount) + (made.account === null
      ? '' : ', equity ' + made.account.equity + ' against a margin of ' + made.account.used)`,
  },
  collateral: {
    ...{ program: collateral, of: 'a conversion of collateral', call: 'verifyCollateral' },
    said: `made.kind + ', ' + amount(made.collateral) + ' ' + made.asset + ' paid ' +
      amount(made.paid) + (made.hasTick ? '' : '; its tick is in the file of its day')`,
  },
};

const face = ({ call, said }: Kept) => `
const area = document.querySelector('textarea');
const key = document.querySelector('input');
const answer = document.querySelector('output');
document.querySelector('button').onclick = async () => {
  answer.textContent = '';
  try {
    const read = JSON.parse(area.value);
    const receipt = read.data ?? read;
    const made = await ${call}(receipt, key.value.trim() || undefined);
    const amount = (units) => Number(units) / 1e8;
    answer.textContent = 'Valid: ' + ${said} +
      '. Signed by ' + receipt.publicKey;
  } catch (error) {
    answer.textContent = 'NOT VALID: ' + error.message;
  }
};
`;

/** A program as one page that needs no network: it can be kept beside the receipts. */
export function offlinePage(name: Program): string {
  const kept = KEPT[name];
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Check a receipt of ${kept.of}</title>
<h1>Check a receipt of ${kept.of}</h1>
<p>The receipt:</p><textarea rows="16" cols="100"></textarea>
<p>The key of the house, from a source that you trust: <input size="70"></p>
<p><button>Check</button></p><output></output>
<script type="module">
${kept.program}
${face(kept)}
</script>
</html>
`;
}
