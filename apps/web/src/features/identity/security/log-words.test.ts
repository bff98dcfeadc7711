import { eventKinds } from '@assay/modules/identity/schema';
import { describe, expect, it } from 'vitest';
import texts from '../../../app/locales/en/accountLog.json';
import { partsOf } from './log-words.ts';

const details = {
  login: 'passkey',
  newDevice: 'wallet',
  sessionsEnded: '3',
  staffFrozen: 'court',
  staffEndedSessions: '2 lostDevice',
  unmasked: 'staff:7 email contact',
  questionSet: '2',
  guardsRaised: 'login, trade',
  guardsLowered: '',
} as const;

describe('the words of the account log', () => {
  it('IDEN-152 every kind of entry has a sentence, whose gaps its parts fill', () => {
    expect(Object.keys(texts.events).sort()).toEqual([...eventKinds].sort());
    for (const kind of eventKinds) {
      const detail = kind in details ? details[kind as keyof typeof details] : 'x';
      const known = new Set(['detail', ...Object.keys(partsOf({ kind, detail }))]);
      const gaps = [...texts.events[kind].matchAll(/\{\{(\w+)\}\}/g)].map(([, gap]) => gap);
      expect([kind, gaps.filter((gap) => !known.has(gap ?? ''))]).toEqual([kind, []]);
    }
  });

  it('IDEN-152 codes of a detail become words', () => {
    expect(partsOf({ kind: 'unmasked', detail: details.unmasked })).toEqual({
      ...{ by: '7', field: 'email', reason: 'contact' },
    });
    expect(partsOf({ kind: 'staffEndedSessions', detail: details.staffEndedSessions })).toEqual({
      ...{ ended: '2', reason: 'lostDevice' },
    });
    expect(partsOf({ kind: 'guardsRaised', detail: details.guardsRaised }).guards).toEqual([
      'login',
      'trade',
    ]);
    expect(partsOf({ kind: 'guardsLowered', detail: '' }).guards).toEqual(['none']);
    // What a person has called something is shown as it is.
    expect(partsOf({ kind: 'passkeyAdded', detail: 'my laptop' })).toEqual({});
  });
});
