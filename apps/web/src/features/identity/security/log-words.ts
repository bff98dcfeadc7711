import type { EventKind } from '@assay/modules/identity/schema';
import { useTranslation } from 'react-i18next';

/** An entry of the account log, as far as it is put into words. */
export interface Entry {
  readonly kind: EventKind;
  /** What the server wrote down beside the kind: codes, numbers and names, parted by spaces. */
  readonly detail: string;
}

/** The parts of an entry's detail, by what stands in its sentence. */
export interface EntryParts {
  readonly way?: string;
  readonly ended?: string;
  readonly reason?: string;
  /** The number of a member of staff. */
  readonly by?: string;
  readonly field?: string;
  readonly question?: string;
  readonly guards?: readonly string[];
}

export function partsOf({ kind, detail }: Entry): EntryParts {
  const [first = '', second = '', third = ''] = detail.split(' ');
  switch (kind) {
    case 'login':
    case 'newDevice':
      return { way: first };
    case 'sessionsEnded':
      return { ended: first };
    case 'staffFrozen':
      return { reason: first };
    case 'staffEndedSessions':
      return { ended: first, reason: second };
    case 'unmasked':
      return { by: first.replace('staff:', ''), field: second, reason: third };
    case 'questionSet':
      return { question: first };
    case 'guardsRaised':
    case 'guardsLowered':
      return { guards: detail === '' ? ['none'] : detail.split(', ') };
    default:
      return {};
  }
}

/** What people have typed may be written in the other direction than the sentence around it. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** Puts entries of the account log into sentences. */
export function useLogWords(): (entry: Entry) => string {
  const { t, i18n } = useTranslation();
  const ways = t(($) => $.accountLog.ways, { returnObjects: true });
  const fields = t(($) => $.accountLog.fields, { returnObjects: true });
  const reasons = t(($) => $.accountLog.reasons, { returnObjects: true });
  const guards = t(($) => $.accountLog.guards, { returnObjects: true });
  const questions: Readonly<Record<string, string>> = {
    1: t(($) => $.identity.questions.friend),
    2: t(($) => $.identity.questions.idol),
    3: t(($) => $.identity.questions.place),
  };
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  // A code that this version has no words for is shown as it is.
  const word = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? code;
  return (entry) => {
    const { way = '', ended = '', reason = '', by = '', ...parts } = partsOf(entry);
    return t(($) => $.accountLog.events[entry.kind], {
      way: word(ways, way),
      ended,
      reason: word(reasons, reason || 'none'),
      by,
      field: word(fields, parts.field ?? ''),
      question: word(questions, parts.question ?? ''),
      guards: list.format((parts.guards ?? []).map((guard) => word(guards, guard))),
      detail: isolated(entry.detail),
    });
  };
}
