import { createHash } from 'node:crypto';
import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { AddressParts } from '../addresses/parts.ts';
import { isOpen, opensAt, type Rules, rulesText, TURNOVER_MODES, termsOf } from '../rules/index.ts';
import type { rulesCalls } from '../schema/addresses.ts';

/** What everybody may read of how money leaves, and that a person has read it. */
export function rulesHandlers({ rules, store }: AddressParts): Handlers<typeof rulesCalls> {
  return {
    getWithdrawalRules: async (_input, { actor, now }) => {
      const present = rules(now).at(-1)!;
      const reads = actor?.realm === 'real' ? await store.reads(actor.userId) : [];
      const own = reads.find(({ version }) => version === present.version);
      return {
        ...numbersOf(present, now),
        readAt: own?.at ?? null,
        firstReadAt: reads[0]?.at ?? null,
      };
    },
    readWithdrawalRules: async ({ version, digest }, { actor, now }) => {
      if (actor.realm !== 'real') return refuse('virtualAccount');
      const present = rules(now).at(-1)!;
      if (present.version !== version || digestOf(present) !== digest) return refuse('otherRules');
      return { readAt: await store.addRead(actor.userId, version, digest, now) };
    },
  };
}

const digestOf = (rules: Rules) => createHash('sha256').update(rulesText(rules)).digest('hex');

function numbersOf(rules: Rules, now: number) {
  const { turnover: turnoverPpm, turnoverMode, ...numbers } = rules;
  const { windows } = termsOf([rules]);
  const amount = (units: number) => formatSafe(units, SCALE);
  return {
    ...{ ...numbers, turnoverPpm, turnoverMode: TURNOVER_MODES[turnoverMode] ?? 'off' },
    digest: digestOf(rules),
    ...{ least: amount(rules.least), most: amount(rules.most), fee: amount(rules.fee) },
    ...{ networkFee: amount(rules.networkFee), juniorMost: amount(rules.juniorMost) },
    ...{ tierLimit: amount(rules.tierLimit), onePersonLimit: amount(rules.onePersonLimit) },
    travelAmount: amount(rules.travelAmount),
    ...{ isOpen: isOpen(windows, now), opensAt: opensAt(windows, now) },
  };
}
