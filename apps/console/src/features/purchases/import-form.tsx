import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { CURRENCIES } from '@assay/modules/purchases/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFile } from '../../lib/call.ts';
import css from './purchases.module.css';
import { useForget } from './use-purchases.ts';

const XML = ['application/xml', 'text/xml'] as const;
const CSV = ['text/csv'] as const;
const MOST_BYTES = 4 * 1024 * 1024 - 1;
const COLUMNS = ['day', 'amount', 'payer', 'remittance', 'entry'] as const;
const SPELLINGS = {
  separator: ['comma', 'semicolon', 'tab'],
  days: ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy'],
  decimals: ['point', 'comma'],
} as const;
type Spelling = keyof typeof SPELLINGS;

/** A statement of the bank: CAMT.053 says all itself, a CSV file needs its columns named. */
export function ImportForm() {
  const { t } = useTranslation();
  const forget = useForget();
  const [kind, setKind] = useState<'camt' | 'csv'>('camt');
  const [done, setDone] = useState('');
  const [differing, setDiffering] = useState<readonly string[]>([]);
  const [fields, setFields] = useState<Record<string, string>>({
    ...{ account: '', currency: 'EUR', separator: 'semicolon', days: 'dd.mm.yyyy' },
    ...{ decimals: 'comma', day: '1', amount: '2', payer: '3', remittance: '4', entry: '0' },
  });
  const set = (name: string) => (value: string) =>
    setFields((before) => ({ ...before, [name]: value }));
  const send = async (file: File) => {
    setDone('');
    setDiffering([]);
    const { day, amount, payer, remittance, entry, ...rest } = fields;
    const columns = {
      ...{ dayColumn: day!, amountColumn: amount!, payerColumn: payer! },
      ...{ remittanceColumn: remittance!, entryColumn: entry! },
    };
    const more = kind === 'csv' ? { ...rest, ...columns } : {};
    const type = kind === 'csv' ? 'text/csv' : 'application/xml';
    const read = await sendFile('importStatement', { fileName: file.name, ...more }, file, type);
    setDone(t(($) => $.purchases.imported, { read: read.read, added: read.added }));
    setDiffering(read.differing);
    await forget();
  };
  return (
    <Panel title={t(($) => $.purchases.import)}>
      <PanelBody>
        <Stack>
          {done === '' ? null : (
            <Callout live tone="success">
              {done}
            </Callout>
          )}
          {differing.length === 0 ? null : (
            <Callout tone="danger">
              {t(($) => $.purchases.differing, { entries: differing.join(', ') })}
            </Callout>
          )}
          <SelectField
            label={t(($) => $.purchases.fileKind)}
            options={[
              { value: 'camt', text: 'CAMT.053' },
              { value: 'csv', text: 'CSV' },
            ]}
            value={kind}
            onChange={setKind}
          />
          {kind === 'csv' ? <Mapping fields={fields} set={set} /> : null}
          <Upload
            key={kind}
            label={t(($) => $.purchases.file)}
            rule={t(($) => $.purchases.fileRule)}
            accept={kind === 'csv' ? CSV : XML}
            maxBytes={MOST_BYTES}
            send={send}
          />
        </Stack>
      </PanelBody>
    </Panel>
  );
}

interface MappingProps {
  fields: Readonly<Record<string, string>>;
  set(name: string): (value: string) => void;
}

/** Which account of ours it is, how it is written, and which column has what. */
function Mapping({ fields, set }: MappingProps) {
  const { t } = useTranslation();
  return (
    <div className={css.mapping}>
      <TextField
        dir="ltr"
        label={t(($) => $.purchases.account)}
        value={fields.account!}
        onChange={set('account')}
      />
      <SelectField
        label={t(($) => $.purchases.currency)}
        options={CURRENCIES.map((value) => ({ value, text: value }))}
        value={fields.currency!}
        onChange={set('currency')}
      />
      {(Object.keys(SPELLINGS) as Spelling[]).map((name) => (
        <SelectField
          key={name}
          label={t(($) => $.purchases.spellings[name])}
          options={SPELLINGS[name].map((value) => ({
            value: value as string,
            text: t(($) => $.purchases.spelled[value]),
          }))}
          value={fields[name]!}
          onChange={set(name)}
        />
      ))}
      {COLUMNS.map((name) => (
        <TextField
          key={name}
          dir="ltr"
          inputMode="numeric"
          label={t(($) => $.purchases.columns[name])}
          value={fields[name]!}
          onChange={set(name)}
        />
      ))}
    </div>
  );
}
