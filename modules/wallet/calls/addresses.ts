import { InvalidInput, refuse } from '@assay/core/schema/outcome';
import { HOUR } from '@assay/core/time';
import { readAddress } from '@assay/platform/chain/addresses';
import type { Handlers } from '@assay/platform/http/context';
import { wrongMemo } from '../addresses/memo.ts';
import type { AddressParts } from '../addresses/parts.ts';
import type { KeptAddress } from '../addresses/store.ts';
import { usableAt, whitelistAt } from '../addresses/times.ts';
import { type Rules, resembles } from '../rules/index.ts';
import type { AddressView, addressCalls } from '../schema/addresses.ts';

/** More than anybody pays to. */
const ADDRESSES_MAX = 50;

type Calls = Handlers<typeof addressCalls>;

export function addressHandlers(parts: AddressParts): Calls {
  return {
    getAddresses: (_input, { actor, now }) => bookOf(parts, actor, now),
    addAddress: adding(parts),
    removeAddress: async ({ addressId }, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const removed = await parts.store.remove(actor.userId, addressId, now);
      return removed ? {} : refuse('noAddress');
    },
    setWhitelistOnly: switching(parts),
  };
}

async function bookOf(
  { store, networks, rules }: AddressParts,
  { userId, realm }: { readonly userId: number; readonly realm: string },
  now: number,
) {
  const present = presentOf(rules, now);
  const isReal = realm === 'real';
  const own = isReal ? await store.list(userId) : [];
  const last = isReal ? await store.lastSwitch(userId) : null;
  return {
    addresses: own.map((one) => viewOf(one, networks(), present)),
    whitelist: whitelistAt(last, now),
    networks: networks().map(({ chainId, chain, asset }) => ({ chainId, chain, asset })),
    coolingHours: present.coolingHours,
    strictHours: present.strictHours,
  };
}

function adding(parts: AddressParts): Calls['addAddress'] {
  const { store, identity, networks, rules } = parts;
  return async (input, context) => {
    const { actor, now } = context;
    const { asset, chainId, memo, remark, despite } = input;
    const { userId } = actor;
    if (actor.realm !== 'real') return refuse('virtualAccount');
    const address = readAddress(input.address);
    if (address === 'malformed') return new InvalidInput({ address: ['chainAddress'] });
    if (address === 'checksum') return new InvalidInput({ address: ['chainChecksum'] });
    const memoWrong = wrongMemo(memo);
    if (memoWrong !== null) return memoWrong;
    if (await isLocked(parts, userId, now)) return refuse('settingsLocked');
    const isOffered = networks().some((one) => one.chainId === chainId && one.asset === asset);
    if (!isOffered) return refuse('notOffered', { asset });
    const own = await store.list(userId);
    if (own.length >= ADDRESSES_MAX) return refuse('tooManyAddresses', { most: MOST });
    const alike = await likeOf(parts, userId, address);
    if (alike !== null && !despite) return refuse('addressAlike', { address: alike });
    const unproved = await identity.stepUp('addAddress', input, context);
    if (unproved !== null) return unproved;
    const { isOn: isStrict } = whitelistAt(await store.lastSwitch(userId), now);
    const row = { userId, asset, chainId, address, memo, remark, addedAt: now, isStrict };
    const added = await store.add(row, ADDRESSES_MAX);
    if (added === 'addressKnown') return refuse('addressKnown');
    if (added === 'tooManyAddresses') return refuse('tooManyAddresses', { most: MOST });
    return viewOf(added, networks(), presentOf(rules, now));
  };
}

const MOST = String(ADDRESSES_MAX);

function switching({ store, identity, rules, ...parts }: AddressParts): Calls['setWhitelistOnly'] {
  return async (input, context) => {
    const { actor, now } = context;
    const { userId } = actor;
    if (actor.realm !== 'real') return refuse('virtualAccount');
    if (await isLocked({ ...parts, identity }, userId, now)) return refuse('settingsLocked');
    const before = whitelistAt(await store.lastSwitch(userId), now);
    const isAsWanted = input.isOn ? before.isOn && before.endsAt === null : !before.isOn;
    if (isAsWanted || (!input.isOn && before.endsAt !== null)) return before;
    const unproved = await identity.stepUp('setWhitelistOnly', input, context);
    if (unproved !== null) return unproved;
    const waitMs = input.isOn ? 0 : presentOf(rules, now).strictHours * HOUR;
    const change = { isOn: input.isOn, changedAt: now, takesEffectAt: now + waitMs };
    await store.addSwitch(userId, change);
    return whitelistAt(change, now);
  };
}

async function isLocked(
  { identity }: Pick<AddressParts, 'identity'>,
  userId: number,
  now: number,
): Promise<boolean> {
  const standing = await identity.restrictionsOf(userId, now);
  return standing.some(({ kind }) => kind === 'settingsLock');
}

/** Another address of this person that this one could be taken for. */
async function likeOf(
  { store }: Pick<AddressParts, 'store'>,
  userId: number,
  address: string,
): Promise<string | null> {
  const used = await store.everUsed(userId);
  return used.find((other) => resembles(address, other)) ?? null;
}

const presentOf = (rules: AddressParts['rules'], now: number): Rules => rules(now).at(-1)!;

function viewOf(
  kept: KeptAddress,
  networks: ReturnType<AddressParts['networks']>,
  present: Rules,
): AddressView {
  const { userId: _, isStrict: _strict, ...shown } = kept;
  const chain = networks.find(({ chainId }) => chainId === kept.chainId)?.chain ?? '';
  return { ...shown, chain, usableAt: usableAt(kept, present) };
}
