import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type en from '../app/locales/en.json';

/** Amounts that commands have in units of 1e-8. */
const IN_UNITS = new Set([
  ...['leastStake', 'mostStake', 'capacityExpiry', 'capacityOpen'],
  ...['least', 'most', 'mostPerson', 'quota'],
]);

const SPAN = new Set(['from', 'to']);
const EARLIEST = 1_000_000_000_000;
/** Fields of commands that are instants are named so, or are the ends of a span. */
const isInstant = (label: string, value: number) =>
  value > EARLIEST && (label.endsWith('At') || SPAN.has(label));

type CommandName = keyof typeof en.approvals.commands;

/** What a command that needs two people is called. */
export function CommandName({ type }: { readonly type: string }) {
  const { t } = useTranslation();
  return t(($) => $.approvals.commands[type as CommandName], { defaultValue: wordsOf(type) });
}

/** The words of an identifier: `takesEffectAt` is `Takes effect at`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, (_, end, begin) => `${end} ${begin}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A value of a command, as a person reads it: instants as such, what has parts part by part. */
export function CommandValue({
  label,
  value,
}: {
  readonly label: string;
  readonly value: unknown;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (value === null || value === '') return t(($) => $.approvals.nothing);
  if (typeof value === 'boolean') return t(($) => $.approvals[value ? 'yes' : 'no']);
  if (typeof value === 'number') {
    if (isInstant(label, value)) return <Instant at={value} />;
    if (label.endsWith('Ppm')) return <Ltr>{format.ppm(value)}</Ltr>;
    if (IN_UNITS.has(label)) return <Plain value={formatSafe(value, SCALE)} />;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return t(($) => $.approvals.nothing);
    if (value.every((one) => typeof one !== 'object')) return <Ltr>{value.join(', ')}</Ltr>;
    return value.map((one, place) => (
      // The parts of one command never move.
      // biome-ignore lint/suspicious/noArrayIndexKey: a command is written once
      <div key={place}>
        <CommandValue label={label} value={one} />
      </div>
    ));
  }
  if (typeof value !== 'object') return <Ltr>{String(value)}</Ltr>;
  return Object.entries(value).map(([name, part]) => (
    <div key={name}>
      {wordsOf(name)}: <CommandValue label={name} value={part} />
    </div>
  ));
}
