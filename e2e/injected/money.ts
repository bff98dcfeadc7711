import type { Page } from 'playwright-core';
import type { Program } from '../harness/calls.ts';
import { payUnknownToken } from '../harness/chain.ts';
import { eventually } from '../harness/eventually.ts';
import type { Proving } from '../harness/proving.ts';
import { lookUp, work } from '../harness/stage.ts';
import { PIN } from './person.ts';
import { agreed } from './staff.ts';
import { TEXTS } from './texts.ts';

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** An order of coins for bank money, with a name, and a complaint about it: both numbers. */
export async function buy(program: Program, staff: Page) {
  await agreed(staff, 'changeParameter', {
    ...{ parameter: 'purchaseRateGbp', subject: '', value: 130_000_000 },
  });
  await agreed(staff, 'setPayee', {
    ...{ currency: 'GBP', account: 'TEST4711', bic: '', holder: 'Assay Trial Ltd' },
    ...{ bankName: 'First Bank', bankAddress: 'London' },
  });
  const about = { currency: 'GBP', amount: '100' };
  const { cost } = await program.get('previewPurchase', about);
  const { purchase } = await program.post('orderPurchase', {
    ...{ ...about, cost, payer: TEXTS.next(70) },
  });
  const { purchaseId } = purchase as { purchaseId: number };
  const { ticketId } = await program.post('disputePurchase', {
    ...{ purchaseId, text: TEXTS.next(1_900) },
  });
  return { purchaseId, disputeId: Number(ticketId) };
}

/** Test money, once it is there, leaves by the chain, by a plan and by a bank; their numbers. */
export async function withdraw(person: Proving): Promise<number[]> {
  const { program } = person;
  const chainId = await testChain(program);
  await eventually(async () => {
    const { deposits } = await program.get('getDeposits');
    return (deposits as { state: string }[]).map(({ state }) => state);
  }).toContain('credited');
  const byChain = await person.do('requestWithdrawal', {
    ...{ asset: 'USDT', amount: '120', chainId, address: ADDRESS, memo: '', kind: 'ordinary' },
    ...{ recipient: TEXTS.next(140), provider: TEXTS.next(140), tradePassword: PIN },
  });
  const bank = {
    ...{ asset: 'USDT', amount: '200', currency: 'GBP', kind: 'ordinary' },
    ...{ bankName: TEXTS.next(70), account: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
    ...{ bankAddress: TEXTS.next(140), payeeName: TEXTS.next(70) },
    ...{ payeePhone: TEXTS.next(32), payeeAddress: TEXTS.next(140) },
  };
  const { accepted } = await program.get('previewBankWithdrawal', bank);
  const { proceeds } = accepted as { proceeds: string };
  const byBank = await person.do('requestBankWithdrawal', {
    ...bank,
    proceeds,
    tradePassword: PIN,
  });
  await byPlan(person, chainId);
  return [byChain, byBank].map(
    ({ withdrawal }) => (withdrawal as { withdrawalId: number }).withdrawalId,
  );
}

async function byPlan(person: Proving, chainId: number): Promise<void> {
  const asked = {
    ...{ asset: 'USDT', amount: '150', chainId, address: ADDRESS, memo: '' },
    ...{ recipient: TEXTS.next(140), provider: TEXTS.next(140) },
  };
  const { digest } = await person.program.get('planExit', { ...asked, chainId: String(chainId) });
  await person.do('acceptExitPlan', { ...asked, digest: String(digest), tradePassword: PIN });
}

/** Has a token that nobody knows sent to a person, which is found within a minute. */
export async function sendUnknown(program: Program): Promise<void> {
  const { version, digest } = await program.get('getWithdrawalRules');
  await program.post('readWithdrawalRules', { version, digest });
  const chainId = await testChain(program);
  const { address } = await program.post('getDepositAddress', { chainId });
  await program.post('askTestMoney', { chainId });
  await payUnknownToken(String(address));
}

/** What has not arrived: a proof, another network, and the token that nobody knows. */
export async function missing(program: Program, picture: Buffer): Promise<void> {
  const chainId = String(await testChain(program));
  const proof = { chainId, asset: 'USDT', amount: '75', description: TEXTS.next(500) };
  await program.upload('sendDepositProof', proof, picture);
  const said = () => ({
    ...{ asset: 'USDT', amount: '120', description: TEXTS.next(500), returnTo: TEXTS.next(120) },
  });
  const transaction = `0x${'6a'.repeat(32)}`;
  await program.post('reportTransfer', { network: 'TRON', transaction, ...said() });
  const noticed = async () => {
    const { recoveries } = await program.get('getRecoveries');
    return (recoveries as { recoveryId: number; state: string }[]).find(
      ({ state }) => state === 'noticed',
    );
  };
  await eventually(noticed).toBeDefined();
  await program.post('askForDeposit', { recoveryId: (await noticed())?.recoveryId, ...said() });
}

async function testChain(program: Program): Promise<number> {
  const { chains } = await program.get('getDepositChains');
  const all = chains as { chainId: number; isTest: boolean }[];
  return all.find(({ isTest }) => isTest)?.chainId ?? 0;
}

/** A loan that is paid out, and a proof that some of it was paid back. */
export async function borrow(person: Proving, staff: Page, picture: Buffer): Promise<void> {
  const { program } = person;
  const { needed } = await program.get('lend_img');
  for (const kind of needed as string[]) {
    await program.upload('uploadLoanDocument', { kind }, picture);
  }
  const { products } = await program.get('lendList');
  const [{ product, version } = { product: '', version: 0 }] = products as {
    product: string;
    version: number;
  }[];
  const asked = { product, version, amount: '100', agreement: true };
  const { loan } = await program.post('lendBuy', asked);
  const { applicationId, amount } = loan as { applicationId: number; amount: string };
  const about = { applicationId: String(applicationId) };
  await work(staff, 'claimLoan', { applicationId });
  const { digest } = await lookUp(staff, 'getLoanCase', about);
  await agreed(staff, 'approveLoan', { applicationId, amount, digest });
  await eventually(async () => {
    const { loan } = await program.get('getLoan', about);
    return (loan as { stage: string }).stage;
  }).toBe('offered');
  const { contractDigest } = await program.get('getLoan', about);
  await person.do('signLoan', { applicationId, contract: String(contractDigest) });
  const paid = { ...about, amount: '40', description: TEXTS.next(500) };
  await program.upload('sendRepaymentProof', paid, picture);
}
