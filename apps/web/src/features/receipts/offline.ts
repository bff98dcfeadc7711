import program from '../../../../../examples/verify-option.mjs?raw';

const FACE = `
const area = document.querySelector('textarea');
const key = document.querySelector('input');
const answer = document.querySelector('output');
document.querySelector('button').onclick = async () => {
  answer.textContent = '';
  try {
    const read = JSON.parse(area.value);
    const receipt = read.data ?? read;
    const made = await verifyOption(receipt, key.value.trim() || undefined);
    const amount = (units) => Number(units) / 1e8;
    answer.textContent = 'Valid: ' + [made.result, made.reason].join(' ').trim() +
      ', settlement price ' + amount(made.exit) + ', paid ' + amount(made.paid) +
      '. Signed by ' + receipt.publicKey;
  } catch (error) {
    answer.textContent = 'NOT VALID: ' + error.message;
  }
};
`;

/** The program as one page that needs no network: it can be kept beside the receipts. */
export function offlinePage(): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Check a receipt of a delivery contract</title>
<h1>Check a receipt of a delivery contract</h1>
<p>The receipt:</p><textarea rows="16" cols="100"></textarea>
<p>The key of the house, from a source that you trust: <input size="70"></p>
<p><button>Check</button></p><output></output>
<script type="module">
${program}
${FACE}
</script>
</html>
`;
}
