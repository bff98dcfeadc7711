import { refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { newSecret } from '@assay/platform/secrets';
import { readSigned, WALLET_CHAIN_ID } from '../factors/wallets.ts';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { change, changeable, useStepUp } from '../step-up/changes.ts';
import { admit, secondStep } from './login.ts';

type Calls = Handlers<typeof calls>;

export function walletCalls(
  parts: Parts,
): Pick<Calls, 'askWallet' | 'ethSignlog' | 'bindWallet' | 'removeWallet'> {
  return {
    askWallet: async (_input, context) => {
      // EIP-4361 allows letters and digits only.
      const nonce = newSecret().replaceAll(/[-_]/g, '0');
      const challenge = await parts.challenges.add({ purpose: 'wallet', nonce }, context);
      const { createdAt: issuedAt, expiresAt } = challenge;
      const uri = parts.site.address;
      const statement = parts.messages.text('en', 'wallet.statement', { site: parts.siteName });
      const { host: domain } = new URL(uri);
      return { nonce, domain, uri, chainId: WALLET_CHAIN_ID, statement, issuedAt, expiresAt };
    },

    ethSignlog: async ({ message, signature }, context) => {
      const address = await useSigned(parts, message, signature, context);
      if (address === null) return refuse('signatureWrong');
      const userId = await parts.wallets.ownerOf(address);
      const person = userId === null ? null : await parts.people.byId(userId);
      if (person === null) return refuse('walletUnknown');
      await parts.wallets.used(address, context.now);
      if (person.guardLogin) return secondStep(parts, person, context);
      return admit(parts, person, 'wallet', context, 'signatureWrong');
    },

    bindWallet: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const signed = await read(parts, input.message, input.signature, context);
      if (signed === null) return refuse('signatureWrong');
      const { address } = signed;
      if ((await parts.wallets.ownerOf(address)) !== null) return refuse('walletTaken');
      const unproved = await useStepUp(parts, context, 'bindWallet', input);
      if (unproved !== null) return unproved;
      if ((await useSigned(parts, input.message, input.signature, context)) === null) {
        return refuse('signatureWrong');
      }
      const { userId } = person;
      const { name } = input;
      const wallet = { address, userId, name, createdAt: context.now };
      const what = { person, kind: 'walletAdded', detail: address } as const;
      const added = await change(parts, what, context, (client) =>
        parts.wallets.add(wallet, client),
      );
      return added ? {} : refuse('walletTaken');
    },

    removeWallet: async (input, context) => {
      const person = await changeable(parts, context);
      if (!('userId' in person)) return person;
      const { address } = input;
      if ((await parts.wallets.ownerOf(address)) !== person.userId) return refuse('factorUnknown');
      const unproved = await useStepUp(parts, context, 'removeWallet', input);
      if (unproved !== null) return unproved;
      const what = { person, kind: 'walletRemoved', detail: address } as const;
      const removed = await change(parts, what, context, (client) =>
        parts.wallets.remove(person.userId, address, client),
      );
      return removed ? {} : refuse('factorUnknown');
    },
  };
}

/** A message of ours that repeats an open nonce of this browser or network. */
async function read(parts: Parts, message: string, signature: string, context: CallContext) {
  const { isOwn } = parts.site;
  const signed = readSigned(message, signature, isOwn, context.now);
  if (signed === null) return null;
  const challenge = await parts.challenges.byNonce(signed.nonce, 'wallet', context);
  return challenge === null ? null : { ...signed, challengeId: challenge.challengeId };
}

/** The same, and the nonce is used up: one of many equal requests gets the address. */
async function useSigned(parts: Parts, message: string, signature: string, context: CallContext) {
  const signed = await read(parts, message, signature, context);
  if (signed === null) return null;
  const isFirst = await parts.challenges.use(signed.challengeId, context.now);
  return isFirst ? signed.address : null;
}
