import { eventually } from './eventually.ts';
import { named } from './texts.ts';
import type { Visit } from './visit.ts';

const KINDS = {
  option: { form: 'assay-option-receipt-1', amount: '"stake":', more: '"stake":1' },
  contract: { form: 'assay-cfd-receipt-1', amount: '"lots":"', more: '"lots":"1' },
} as const;

/** On /verify a receipt is computed again, and refused with a digit more; returns the receipt. */
export async function proved(visit: Visit, kind: keyof typeof KINDS): Promise<string> {
  const { page, say } = visit;
  const { form, amount, more } = KINDS[kind];
  await visit.arrived('/verify');
  const own = page.getByRole('region', { name: named(say(`receipts.${kind}.title`)) });
  const receipt = page.getByLabel(named(say(`receipts.${kind}.receipt`)));
  await eventually(() => receipt.inputValue()).toContain(form);
  const check = own.getByRole('button', { name: named(say('receipts.check')) });
  await check.click();
  await page.getByText(named(say(`receipts.${kind}.right`))).waitFor();
  const text = await receipt.inputValue();
  await receipt.fill(text.replace(amount, more));
  await check.click();
  await page.getByText(named(say('receipts.notValid'))).waitFor();
  return text;
}
