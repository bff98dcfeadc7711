import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { PASSWORD } from '../harness/account.ts';
import type { Program } from '../harness/calls.ts';
import type { Proving } from '../harness/proving.ts';
import { lookUp, work } from '../harness/stage.ts';
import { TEXTS } from './texts.ts';

export const PIN = '271845';

/** What a person calls themselves and what is theirs. */
export async function ownNames(person: Proving): Promise<void> {
  const { program } = person;
  for (let at = 0; at < 3; at += 1) await person.addApp(TEXTS.next(40));
  for (let at = 0; at < 3; at += 1) await bindWallet(person);
  for (let at = 0; at < 6; at += 1) {
    const key = { kind: 'hmac', permission: 'read', password: PASSWORD, label: TEXTS.next(40) };
    const { apiKey } = await person.do('createApiKey', key);
    const { apiKeyId } = apiKey as { apiKeyId: number };
    const change = { apiKeyId, label: TEXTS.next(40), password: PASSWORD };
    if (at % 2 === 0) await program.post('changeApiKey', change);
  }
  await program.post('updateInfo', { name: TEXTS.next(80) });
  await person.do('updateInfo', {
    ...{ bank_name: TEXTS.next(70), alipay_account: TEXTS.next(64) },
    ...{ weixin_nickname: TEXTS.next(64), weixin_account: TEXTS.next(64) },
  });
  for (let at = 0; at < 3; at += 1) {
    await person.do('setPhishingCode', { phishingCode: TEXTS.next(20) });
  }
  for (let at = 1; at < 6; at += 1) {
    const address = `0x${String(at).repeat(40)}`;
    const entry = { asset: 'USDT', chainId: 1, address, memo: '', remark: TEXTS.next(60) };
    await person.do('addAddress', { ...entry, despite: true });
  }
  await person.do('saveTpwd', { password: PIN, passwordAgain: PIN });
}

/** Lets a wallet log in, under a name. */
async function bindWallet(person: Proving): Promise<void> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const asked = await person.program.post('askWallet', {});
  const at = (ms: unknown) => new Date(Number(ms)).toISOString();
  const message = [
    `${asked.domain} wants you to sign in with your Ethereum account:`,
    ...[wallet.address, '', asked.statement, '', `URI: ${asked.uri}`, 'Version: 1'],
    ...[`Chain ID: ${asked.chainId}`, `Nonce: ${asked.nonce}`],
    ...[`Issued At: ${at(asked.issuedAt)}`, `Expiration Time: ${at(asked.expiresAt)}`],
  ].join('\n');
  const signature = await wallet.signMessage({ message });
  await person.do('bindWallet', { message, signature, name: TEXTS.next(40) });
}

/** Who and where a person is; `look` sees each case before it is approved. */
export async function verify(
  program: Program,
  staff: Page,
  picture: Buffer,
  look: () => Promise<void>,
): Promise<void> {
  const approve = async () => {
    await look();
    const { cases } = await lookUp(staff, 'getVerificationQueue');
    const [{ caseId } = { caseId: 0 }] = cases as { caseId: number }[];
    await work(staff, 'approveVerification', { caseId });
  };
  const document = { country: 'PT', type: 1, number: 'PT 0815-0001' };
  await program.post('setNameAuth', { ...document, name: TEXTS.next(80) });
  await approve();
  await program.upload('uploadVerificationPhoto', { slot: 'bill' }, picture);
  await program.post('setAddressAuth', { address: TEXTS.next(300) });
  await approve();
}
